"""A section that folds: by its title, by keyboard too; what is wrong in it opens it."""

from axe import check
from test_element import host
from test_budget import DEFINED, OPEN

PAGE = """<!doctype html><html lang="en"><title>folds</title><main><oyna-screen></oyna-screen></main>
<script type="module" src="/oyna.js"></script></html>"""

FOLDED = {
    "oyna": "1", "id": "folds", "title": "Folds",
    "body": {"id": "form", "type": "form", "children": [
        {"id": "heading", "type": "text", "props": {"text": "Folds", "style": "title"}},
        {"id": "name_field", "type": "text_input", "props": {"label": "Name", "stateKey": "name"}},
        {"id": "more", "type": "section",
         "props": {"title": "More", "subtitle": "Not for everybody", "collapsible": True, "collapsed": True},
         "children": [
             {"id": "mail_field", "type": "text_input", "props": {"label": "Mail", "stateKey": "mail"},
              "validations": [{"rule": "required", "errorMessage": "Mail is needed"}]},
             {"id": "note_field", "type": "text_input", "props": {"label": "Note", "stateKey": "note"}}]},
        {"id": "send", "type": "button", "props": {"label": "Send", "style": "primary"},
         "on": {"tap": {"type": "submit", "url": "/nothing"}}}]},
}


def opened(world):
    page, _ = host(world, PAGE)
    page.evaluate(DEFINED)
    page.evaluate(OPEN, FOLDED)
    page.get_by_role("button", name="More").wait_for()
    return page


def test_a_title_opens_and_closes_its_section_by_keyboard(world):
    page = opened(world)
    toggle = page.get_by_role("button", name="More")
    mail = page.get_by_label("Mail")
    assert toggle.get_attribute("aria-expanded") == "false"
    assert not mail.is_visible()
    page.get_by_label("Name").focus()
    page.keyboard.press("Tab")
    assert toggle.evaluate("e => e.getRootNode().activeElement === e")
    page.keyboard.press("Tab")  # what is folded is no stop
    assert page.get_by_role("button", name="Send").evaluate("e => e.getRootNode().activeElement === e")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert mail.is_visible() and toggle.get_attribute("aria-expanded") == "true"
    assert toggle.get_attribute("aria-controls") == mail.evaluate("e => e.closest('.section [id]').closest('div.section').id")
    check(page, "open")
    page.keyboard.press("Tab")
    page.keyboard.type("a@b.uz")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    assert not mail.is_visible()
    check(page, "folded")
    page.keyboard.press("Enter")
    assert mail.input_value() == "a@b.uz", "what was typed stays"


def test_what_is_wrong_in_a_folded_section_opens_it_and_gets_the_focus(world):
    page = opened(world)
    page.get_by_role("button", name="Send").click()
    page.locator(".note.error", has_text="Mail is needed").wait_for()
    mail = page.get_by_label("Mail")
    assert mail.is_visible()
    assert mail.evaluate("e => e.getRootNode().activeElement === e")
    page.get_by_role("button", name="More").click()
    assert not mail.is_visible()
    page.locator(".summary a").click()
    assert mail.is_visible()
    assert mail.evaluate("e => e.getRootNode().activeElement === e")


def test_the_browsers_search_finds_what_is_folded(world):
    page = opened(world)
    section = page.locator("div.section")
    assert section.get_attribute("hidden") == "until-found"
    section.evaluate("e => e.dispatchEvent(new Event('beforematch', { bubbles: true }))")
    assert page.get_by_role("button", name="More").get_attribute("aria-expanded") == "true"
    assert page.get_by_label("Mail").is_visible()
