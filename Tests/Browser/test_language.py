"""Another language is taken on in place: values, errors, focus, secrets and the page stay."""

import re

from test_loan import PASSPORT, PERSON, active, control, fill_by_keyboard, fill_loan, fill_person, go_on, press
from world import ROOT


def test_the_screens_speak_the_chosen_language(world):
    page = world.loan()
    page.get_by_role("button", name="Русский").click()
    page.get_by_label("телефон").wait_for()
    assert page.evaluate("document.documentElement.lang") == "ru"
    page.get_by_role("button", name="English").click()
    page.get_by_label("Your phone number").wait_for()
    assert page.title() == "Loan application"


def test_what_was_typed_stays_and_errors_are_said_anew(world):
    page = world.loan()
    fill_person(page)
    go_on(page, "Kredit haqida")
    fill_loan(page, "60000000")
    control(page, "Oylik daromad").fill("5")
    press(page, "Davom etish")
    page.locator(".note.error", has_text="Kamida 100 000 so'm").wait_for()
    page.get_by_role("button", name="Русский").click()
    page.locator(".note.error", has_text="Не менее 100 000 сум").wait_for()
    page.get_by_role("heading", name="О кредите").wait_for()
    page.get_by_role("heading", name="Нужно исправить: 1").wait_for()
    assert control(page, "Сумма кредита").input_value() == "60000000"
    assert control(page, "Цель кредита").input_value() == "0"
    assert page.get_by_text("5 673 576 сум", exact=True).count() == 1
    world.shoot(page, "language-ru", full_page=True)
    press(page, "Назад")
    assert control(page, "Ф. И. О.").input_value() == PERSON["full_name"]
    district = page.get_by_role("combobox", name="Район или город")
    assert district.input_value() == "Чиланзарский район"


def test_the_focus_the_caret_and_a_secret_stay(world):
    page = world.loan()
    fill_person(page)
    name = control(page, "F.I.Sh.")
    name.evaluate("e => { e.focus(); e.setSelectionRange(3, 3) }")
    page.evaluate("document.querySelector('oyna-screen').lang = 'en'")
    page.get_by_label("Passport series and number").wait_for()
    focused = active(page)
    assert focused["label"].startswith("Full name"), focused
    page.keyboard.type("X")
    assert page.get_by_label("Full name").input_value() == "KarXimova Zuhra"
    assert page.get_by_label("Passport series and number").input_value() == PASSPORT
    assert page.get_by_role("button", name="Show").count() == 1
    for press_next in ("Continue",):
        press(page, press_next)
    page.get_by_role("heading", name="About the loan").wait_for()


def test_a_submit_after_the_change_sends_the_secret_too_and_its_answer_can_change(world):
    page = world.loan()
    fill_by_keyboard(page)
    page.get_by_role("button", name="Русский").click()
    page.get_by_role("heading", name="Проверка и отправка").wait_for()
    assert control(page, "обработку").is_checked()
    press(page, "Отправить заявку")
    page.get_by_role("heading", name="Заявка принята").wait_for()
    number = page.locator(".headline").inner_text().split(": ")[1]
    page.get_by_role("button", name="English").click()
    page.get_by_role("heading", name="Application received").wait_for()
    assert page.locator(".headline").inner_text().endswith(number), "the state of the answer stays"
    page.go_back()
    assert len(world.server.rows("submission")) == 1
    assert len(world.server.rows("submission_secret")) == 1


def test_screens_beneath_change_too_and_without_a_network_later(world):
    page = world.page("/")
    page.get_by_role("button", name="Arizani boshlash").click()
    control(page, "F.I.Sh.").fill("Zuhra")
    page.route("**/screens/**", lambda route: route.abort())
    page.get_by_role("button", name="Русский").click()
    page.wait_for_timeout(300)
    assert control(page, "F.I.Sh.").input_value() == "Zuhra", "nothing is lost"
    page.unroute("**/screens/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_label("Ф. И. О.").wait_for()
    assert page.get_by_label("Ф. И. О.").input_value() == "Zuhra"
    page.go_back()
    page.get_by_role("heading", name="Примеры Oyna").wait_for()


# Letters that a language is written in, and what stays as it is in each: names, codes, formats.
LETTERS = {"uz": "[a-z]", "uz-Cyrl": "[а-яёўғқҳ]", "ru": "[а-яё]", "en": "[a-z]"}
FOREIGN = {"uz": "[а-яёўғқҳ]", "uz-Cyrl": "[a-z]", "ru": "[a-zўғқҳ]", "en": "[а-яёўғқҳ]"}
KEPT = re.compile(
    r"oyna|payme|uzcard|humo|visa|mastercard|click|apple|pay|json|pdf|jpeg|png|mb|sms|bahor10|salom|aa1234567|uzs|powered|by"
    r"|x{9}|https?://\S+|\S+@\S+")


def test_every_demo_screen_is_there_in_every_language(world):
    for screen in sorted(path.stem for path in (ROOT / "Screens").glob("*.json")):
        for language in LETTERS:
            page = world.page(f"/?screen=/screens/{screen}", language=language, width=375)
            element = page.locator("oyna-screen .screen").first
            assert element.get_attribute("lang") == language, (screen, language)
            text = KEPT.sub("", element.inner_text().lower())
            assert re.search(LETTERS[language], text) or not text.strip(), (screen, language, text)
            strange = re.findall(rf"\S*{FOREIGN[language]}\S*", text)
            assert strange == [], (screen, language, strange)
            page.context.close()


def test_the_switch_offers_both_alphabets(world):
    page = world.page("/")
    page.get_by_role("button", name="Ўзбекча").click()
    page.get_by_role("heading", name="Ойна намуналари").wait_for()
    assert page.evaluate("document.documentElement.lang") == "uz-Cyrl"
    page.get_by_role("button", name="Аризани бошлаш").click()
    page.get_by_label("Ф.И.Ш.").fill("Зуҳра")
    page.get_by_role("button", name="Давом этиш").click()
    page.locator(".note.error", has_text="Паспорт").first.wait_for()
    page.get_by_role("button", name="O‘zbekcha", exact=True).click()
    page.locator(".note.error", has_text="Pasport").first.wait_for()
    assert page.get_by_label("F.I.Sh.").input_value() == "Зуҳра"
