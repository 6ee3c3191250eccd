"""`file_input` in the real page: progress, limits, retry, removal, a drop, and what is stored."""

import json

from test_inputs import show

PDF = b"%PDF-1.4\n%%EOF\n"
SCAN = {"id": "scan", "type": "file_input", "props": {
    "label": "Hujjat", "accept": ["application/pdf", "image/png"], "maxBytes": 1048576},
    "validations": [{"rule": "required", "errorMessage": "Hujjat kerak"}]}
SEND = {"id": "send", "type": "button", "props": {"label": "Yuborish", "style": "primary"},
        "on": {"tap": {"type": "submit", "url": "/api/v1/nothing"}}}


def pdf(name="a.pdf", content=PDF, kind="application/pdf"):
    return {"name": name, "mimeType": kind, "buffer": content}


def choose(page, *files):
    page.get_by_label("Hujjat").set_input_files(list(files))


def test_a_file_is_uploaded_at_once_and_kept_under_a_random_name(world):
    page = show(world, [SCAN, SEND])
    choose(page, pdf("../../etc/o'tmish.pdf"))
    page.locator(".file-list .done", has_text="o'tmish.pdf").wait_for()
    row, = world.server.rows("upload")
    assert (row["name"], row["media_type"], row["size"]) == (
        "o'tmish.pdf", "application/pdf", len(PDF)), row
    assert len(row["id"]) == 32 and world.server.files()[row["id"]] == PDF
    world.shoot(page, "input-file")


def test_what_the_limits_refuse_is_not_sent(world):
    page = show(world, [SCAN])
    sent = []
    page.on("request", lambda request: sent.append(request.url)
            if request.method == "POST" else None)
    choose(page, pdf(content=b"%PDF-" + b"x" * 1048576))
    page.locator(".note.error", has_text="Fayl 1 MB dan katta bo'lmasin").wait_for()
    choose(page, pdf("a.exe", kind="application/x-msdownload"))
    page.locator(".note.error", has_text="Bunday fayl qabul qilinmaydi").wait_for()
    assert sent == [] and page.get_by_label("Hujjat").get_attribute("aria-invalid") == "true"
    choose(page, pdf())
    page.locator(".file-list .done").wait_for()
    assert page.locator(".note.error").count() == 0


def test_a_file_that_is_not_what_it_says_is_refused_by_its_content(world):
    page = show(world, [SCAN])
    choose(page, pdf(content=b"MZ\x90\x00 not a pdf"))
    page.locator(".note.error", has_text="Bunday fayl qabul qilinmaydi").wait_for()
    assert world.server.rows("upload") == []


def test_a_failed_upload_can_be_tried_again_by_the_keyboard_and_removed(world):
    page = show(world, [SCAN])
    page.route("**/uploads", lambda route: route.abort())
    choose(page, pdf())
    page.locator(".note.error", has_text="Fayl yuklanmadi").wait_for()
    world.shoot(page, "input-file-failed")
    page.unroute("**/uploads")
    page.get_by_role("button", name="Qayta urinish a.pdf").focus()
    page.keyboard.press("Enter")
    page.locator(".file-list .done").wait_for()
    assert page.locator(".note.error").count() == 0
    page.get_by_role("button", name="O‘chirish a.pdf").focus()
    page.keyboard.press("Enter")
    assert page.locator(".file-list li").count() == 0
    page.get_by_label("Hujjat").evaluate("e => { if (e.getRootNode().activeElement !== e) throw 0 }")
    page.locator(".note.error", has_text="Hujjat kerak").wait_for()


def test_a_submit_waits_for_the_upload_and_then_goes_by_itself(world):
    page = show(world, [SCAN, SEND])
    bodies, held = [], []
    page.route("**/uploads", lambda route: held.append(route))
    page.route("**/api/v1/nothing", lambda route: (
        bodies.append(route.request.post_data_json), route.fulfill(status=204)))
    choose(page, pdf())
    page.get_by_role("progressbar", name="a.pdf").wait_for()
    page.get_by_role("button", name="Yuborish").click()
    page.locator(".button.busy").wait_for()
    assert bodies == []
    held[0].continue_()
    page.get_by_text("Yuborildi").wait_for()
    assert bodies[0]["scan"]["name"] == "a.pdf" and len(bodies[0]["scan"]["id"]) == 32, bodies


def test_files_can_be_dropped_and_several_have_their_limit(world):
    page = show(world, [{**SCAN, "props": {**SCAN["props"], "maxFiles": 2}}])
    folder = world.server.folder
    for name in ("one.pdf", "two.pdf", "three.pdf"):
        with open(f"{folder}/{name}", "wb") as file:
            file.write(PDF)
    box = page.locator(".file-zone").bounding_box()
    session = page.context.new_cdp_session(page)
    for name in ("one.pdf", "two.pdf", "three.pdf"):
        for kind in ("dragEnter", "dragOver", "drop"):
            session.send("Input.dispatchDragEvent", {
                "type": kind, "x": box["x"] + 40, "y": box["y"] + 20,
                "data": {"items": [], "files": [f"{folder}/{name}"], "dragOperationsMask": 1}})
        page.locator(".file-list", has_text=name).wait_for()
    page.locator(".note.error", has_text="Ko'pi bilan 2 ta fayl").wait_for()
    page.get_by_role("button", name="O‘chirish two.pdf").click()
    page.locator(".file-list .done", has_text="three.pdf").wait_for()
    assert page.locator(".file-list .done").count() == 2
    assert page.locator(".note.error").count() == 0


def test_a_reference_to_a_file_of_nobody_is_refused(world):
    page = world.page("/")
    answer = page.evaluate("""async () => {
      const response = await fetch('/api/v1/loan/apply', {method: 'POST', headers: {
        'Content-Type': 'application/json', 'Idempotency-Key': 'k1'}, body: JSON.stringify({
          full_name: 'Karimova Zuhra', user_phone: '+998901234567', passport: 'AB7654321',
          region: '1726', district: '1726294', purpose: 'car', loan_amount: 2000000000,
          loan_term: 12, insurance: true, monthly_income: 800000000, delivery_type: 'pickup',
          consent: true, income_statement: {id: '../../../etc/passwd', name: 'a.pdf', size: 15,
          type: 'application/pdf'}})});
      return [response.status, await response.json()];
    }""")
    assert answer[0] == 422, answer
    assert list(answer[1]["errors"]) == ["income_statement"], json.dumps(answer)
    assert world.server.rows("submission") == []
