"""Every demo by the keyboard alone, on a phone's width: the focus is always somewhere, to be seen, and
never behind what stands still over the page (WCAG 2.2: 2.1.1, 2.4.3, 2.4.7, 2.4.11)."""

from test_checkout import charges
from test_loan import PASSPORT, PERSON
from test_queue import texts

# What is wrong with the focus now; null for nothing.
WRONG = """() => {
  const element = document.querySelector('oyna-screen');
  const root = element.shadowRoot;
  let at = document.activeElement;
  if (at === element) at = root.activeElement;
  if (!at || at === document.body) return 'the focus is lost';
  const name = at.outerHTML.slice(0, 100);
  // A heading gets the focus to be read; there is nothing to be done with it.
  const isRead = at.tabIndex === -1;
  // A control that draws nothing itself is drawn by what is around it.
  const shown = at.closest('.choice, .file, .control, .method') ?? at;
  const drawn = (each) => {
    const style = getComputedStyle(each);
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0)
      || style.boxShadow !== 'none';
  };
  if (!isRead && !drawn(at) && !drawn(shown)) return `the focus cannot be seen: ${name}`;
  const box = (shown.getBoundingClientRect().width ? shown : at).getBoundingClientRect();
  const over = ['.action', '.snackbar', '.undo-bar', '.tab-bar'];
  let seen = 0;
  for (let x = 1; x < 8; x++) {
    for (let y = 1; y < 8; y++) {
      const [left, top] = [box.left + box.width * x / 8, box.top + box.height * y / 8];
      if (left < 0 || top < 0 || left >= innerWidth || top >= innerHeight) continue;
      const hit = root.elementFromPoint(left, top);
      const cover = hit?.closest?.(over.join());
      if (!cover || cover.contains(at)) seen += 1;
    }
  }
  // A region that scrolls may be longer than the window; of the rest more than half is to be seen.
  const isLong = box.height > innerHeight / 2;
  return !isRead && seen < (isLong ? 1 : 25) ? `the focus is covered (${seen} of 49): ${name}` : null;
}"""
NAME = """() => {
  let at = document.activeElement;
  if (at?.shadowRoot) at = at.shadowRoot.activeElement;
  return (at?.getAttribute('aria-label') || at?.labels?.[0]?.innerText || at?.innerText || '')
    .replace(/\\u00a0/g, ' ').trim();
}"""


class Keyboard:
    """Presses keys, and looks after each where the focus is."""

    def __init__(self, page):
        self.page = page

    @property
    def name(self):
        return self.page.evaluate(NAME)

    def check(self):
        wrong = self.page.evaluate(WRONG)
        assert wrong is None, wrong

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(20)  # a screen may be on its way, a scroll too: so twice
            if self.page.evaluate(WRONG):
                self.page.wait_for_timeout(400)
            self.check()

    def type(self, text):
        self.page.keyboard.type(text)
        self.check()

    def to(self, label, limit=70, key="Tab"):
        """Tabs on until what has the focus is called so; answers with the names on the way."""
        seen = []
        for _ in range(limit):
            self.press(key)
            seen.append(self.name)
            if seen[-1].startswith(label):
                return seen
        raise AssertionError(f"{key} never reaches {label!r}: {seen}")

    def fill(self, label, text):
        self.to(label)
        self.type(text)

    def enter(self, label, heading=None, key="Enter"):
        self.to(label)
        self.press(key)
        if heading:
            self.page.get_by_role("heading", name=heading, exact=True).first.wait_for(timeout=30_000)
            self.check()


def phone(world, path="/", **options):
    page = world.page(path, width=375, height=667, **options)
    return page, Keyboard(page)


def test_the_start_page_and_another_language(world):
    page, keys = phone(world)
    order = keys.to("Do'konga kirish")
    wanted = ["Oyna", "O‘zbekcha", "Ўзбекча", "Русский", "English", "Arizani boshlash",
              "Yangiliklarni ochish", "Pul o‘tkazish", "Xabarlarni ochish", "Do'konga kirish"]
    assert order == wanted, order
    keys.to("English", key="Shift+Tab")
    keys.press("Enter")
    page.get_by_role("heading", name="Oyna examples").wait_for()
    assert keys.name == "English"


def test_the_loan_from_the_start_page_to_its_number(world):
    page, keys = phone(world)
    keys.enter("Arizani boshlash", "Kredit arizasi")
    # Mistakes first: the focus goes to the first of them.
    keys.enter("Davom etish")
    page.locator(".summary").wait_for()
    assert keys.name.startswith("F.I.Sh."), keys.name
    keys.type(PERSON["full_name"])
    keys.fill("Telefon", PERSON["user_phone"])
    keys.fill("Pasport", PASSPORT)
    keys.to("Viloyat")
    keys.press("ArrowDown")
    keys.fill("Tuman", "chilon")
    keys.press("Enter")
    keys.enter("Davom etish", "Kredit haqida")
    keys.to("Kredit maqsadi")
    keys.press("ArrowDown")
    keys.fill("Kredit summasi", PERSON["loan_amount"])
    keys.fill("Oylik daromad", PERSON["monthly_income"])
    keys.enter("Davom etish", "Kafillar")
    keys.enter("Kafil qo'shish")
    page.get_by_role("button", name="Kafilni olib tashlash 1").wait_for()
    keys.check()
    keys.to("Kafilni olib tashlash 1", key="Shift+Tab")
    keys.press("Enter")
    page.get_by_role("button", name="Kafilni olib tashlash 1").wait_for(state="detached")
    keys.check()
    keys.enter("Davom etish", "Hujjat va karta")
    keys.enter("Orqaga", "Kafillar")
    keys.enter("Davom etish", "Hujjat va karta")
    keys.enter("Davom etish", "Tekshirish va yuborish")
    keys.to("Shaxsiy")
    keys.press("Space")
    keys.enter("Arizani yuborish", "Ariza qabul qilindi")
    assert len(world.server.rows("submission")) == 1


def test_the_shop_its_checkout_and_the_receipt(world):
    page, keys = phone(world)
    keys.enter("Do'konga kirish", "Do'kon")
    keys.enter("Savatga: Obi non")
    page.locator(".cart-line").wait_for()
    keys.check()
    keys.enter("Savatga: Navvot")
    page.locator(".cart-line").nth(1).wait_for()
    keys.enter("Ko‘paytirish")
    keys.enter("O‘chirish: Obi non")
    page.locator(".snackbar").wait_for()
    keys.check()
    # A message at the bottom is reached like anything else, and taken back by its button.
    keys.to("Bekor qilish", limit=120)
    keys.press("Enter")
    page.wait_for_timeout(100)
    assert page.locator(".cart-line").count() == 2
    page.keyboard.press("Tab")
    keys.to("Bekor qilish", limit=120)
    keys.press("Enter")
    page.keyboard.press("Control+y")
    assert page.locator(".cart-line").count() == 2
    keys.to("Promokod")
    keys.type("BAHOR10")
    keys.press("Enter")
    keys.fill("Ismingiz", "Zuhra Karimova")
    keys.fill("Telefon", "+998901234567")
    keys.fill("Manzil", "Toshkent, Chilonzor, 5-mavze, 12-uy")
    keys.enter("Buyurtma berish", "Buyurtma qabul qilindi")
    keys.enter("To‘lashga o‘tish", "To‘lov")
    keys.to("Payme")
    for _ in range(8):
        if keys.name.startswith("Apple Pay"):
            break
        keys.press("ArrowDown")
    keys.press("Space")
    keys.enter("Davom etish")
    page.get_by_text("To‘lovni tasdiqlang").wait_for()
    keys.check()
    keys.enter("To‘lash:")
    page.get_by_role("button", name="Tasdiqlash", exact=True).wait_for()
    keys.check()
    keys.enter("Tasdiqlash", "To‘lov o‘tdi")
    number = world.server.rows("payable_order")[0]["id"]
    assert len(charges(world, number)) == 1


def test_a_transfer_and_its_undo(world):
    page, keys = phone(world)
    keys.enter("Pul o‘tkazish", "Hisoblar orasida o‘tkazma")
    page.locator("option", has_text="Karta").first.wait_for(state="attached")
    keys.enter("O‘tkazish")
    page.locator(".summary").wait_for()
    assert keys.name.startswith("Qaysi hisobdan"), keys.name
    keys.press("ArrowDown")
    keys.to("Qaysi hisobga")
    keys.press("ArrowDown", "ArrowDown")
    keys.fill("Miqdor", "1000")
    keys.enter("O‘tkazish")
    page.locator(".queue-line").wait_for()
    keys.check()
    keys.to("Bekor qilish", key="Shift+Tab")
    keys.press("Enter")
    page.locator(".queue-line").wait_for(state="detached")
    page.wait_for_timeout(200)
    keys.check()
    assert not world.server.rows("transfer")


def test_messages_in_the_order_they_were_typed(world):
    page, keys = phone(world)
    keys.enter("Xabarlarni ochish", "Oila guruhi")
    for message in ("birinchi", "ikkinchi"):
        if not keys.name.startswith("Xabar"):
            keys.to("Xabar")
        keys.type(message)
        keys.enter("Yuborish")
        page.locator(".queue-line", has_text=message).wait_for()
        page.wait_for_timeout(100)
        keys.check()
        assert keys.name.startswith("Xabar"), "the next one can be typed at once"
    world.until(page, """() => document.querySelector('oyna-screen').shadowRoot
      .querySelectorAll('.queue-line[data-state=sent]').length === 2""")
    assert texts(world) == ["birinchi", "ikkinchi"]


def test_from_a_post_back_to_its_place_in_the_list(world):
    page, keys = phone(world)
    keys.enter("Yangiliklarni ochish", "Yangiliklar")
    page.locator(".load-row").first.wait_for()
    keys.to("Yangilash")
    keys.press(*["Tab"] * 25)
    place = """() => document.querySelector('oyna-screen').shadowRoot.activeElement
      .closest('.load-row')?.getAttribute('aria-posinset')"""
    assert page.evaluate(place) == "25", page.evaluate(place)
    keys.press("Enter")
    page.get_by_role("button", name="Ro‘yxatga qaytish").wait_for()
    keys.check()
    keys.enter("Ro‘yxatga qaytish")
    page.locator(".load-row").first.wait_for()
    world.until(page, "() => document.querySelector('oyna-screen').shadowRoot.activeElement?.closest('.load-row')")
    assert page.evaluate(place) == "25", page.evaluate(place)
    keys.press("Tab")
    assert page.evaluate(place) == "26", page.evaluate(place)


def test_a_sheet_and_an_alert_keep_the_focus_and_give_it_back(world):
    page, keys = phone(world, "/?screen=/screens/posts")
    page.locator(".load-row").first.wait_for()
    keys.to("Yangilash")
    page.locator("oyna-screen").evaluate("e => e.navigate('present', '/screens/post?id=7')")
    page.locator("dialog.sheet h1").wait_for()
    keys.check()
    for _ in range(6):
        page.keyboard.press("Tab")
        inside = page.evaluate("""() => {
          const at = document.querySelector('oyna-screen').shadowRoot.activeElement;
          return !at || at.closest('dialog') !== null;
        }""")
        assert inside, "what is behind a sheet is no stop"
    page.keyboard.press("Escape")
    page.locator("dialog.sheet").wait_for(state="detached")
    keys.check()
    assert keys.name.startswith("Yangilash"), keys.name


def test_a_message_is_seen_while_it_is_typed_above_the_keys_of_a_phone(world):
    page, keys = phone(world, "/?screen=/screens/messages")
    page.get_by_label("Xabar", exact=True).click()
    keys.check()
    # The keyboard of the phone takes the lower half.
    page.set_viewport_size({"width": 375, "height": 330})
    page.wait_for_timeout(300)
    keys.check()
    for line in range(8):
        keys.type(f"qator {line}")
        keys.press("Shift+Enter")
    covered = page.evaluate("""() => {
      const root = document.querySelector('oyna-screen').shadowRoot;
      const [field, action] = [root.activeElement.closest('.control'), root.querySelector('.action')]
        .map((each) => each.getBoundingClientRect());
      return Math.min(field.bottom, action.bottom) - Math.max(field.top, action.top);
    }""")
    assert covered <= 0, f"the button covers {covered} px of what is typed"
    world.shoot(page, "messages-above-keys")
