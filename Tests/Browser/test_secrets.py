"""A secret lives in its native control and in the engine's buffer, and nowhere else."""

from test_loan import PASSPORT, fill_by_keyboard, fill_person

FIND_IN_DOM = """secret => {
  const found = [];
  const walk = (node) => {
    for (const attribute of node.attributes ?? []) {
      if (attribute.value.includes(secret)) found.push(`${node.localName}@${attribute.name}`);
    }
    if (node.nodeType === Node.TEXT_NODE && node.data.includes(secret)) found.push('text');
    for (const child of node.childNodes) walk(child);
    if (node.shadowRoot) walk(node.shadowRoot);
  };
  walk(document);
  return found;
}"""

FIND_IN_STORES = """async secret => {
  const found = [];
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store)) if (store[key].includes(secret)) found.push(key);
  }
  if (JSON.stringify(history.state ?? '').includes(secret)) found.push('history');
  if (location.href.includes(secret) || document.cookie.includes(secret)) found.push('address');
  for (const { name } of await indexedDB.databases()) found.push('indexedDB ' + name);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const text = await (await cache.match(request)).text();
      if (text.includes(secret)) found.push(request.url);
    }
  }
  return found;
}"""


def test_a_secret_is_in_no_attribute_store_or_log(world):  # FORMS F-69
    page = world.loan()
    fill_by_keyboard(page)
    assert page.evaluate(FIND_IN_DOM, PASSPORT) == []
    page.get_by_role("button", name="Arizani yuborish").click()
    page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    assert page.evaluate(FIND_IN_DOM, PASSPORT) == []
    assert page.evaluate(FIND_IN_STORES, PASSPORT) == []
    assert not any(PASSPORT in line for line in world.console)
    for name, content in world.server.files().items():
        assert PASSPORT.encode() not in content, f"the secret is in {name}"


def test_the_engine_keeps_no_copy_of_a_secret_after_success(world):
    page = world.page("/?screen=/screens/loan_application")
    scan = """secret => {
      const memory = new Uint8Array(window.oynaTestMemory().buffer);
      const bytes = new TextEncoder().encode(secret);
      let count = 0;
      const next = (from) => memory.indexOf(bytes[0], from);
      outer: for (let at = next(0); at >= 0; at = next(at + 1)) {
        for (let i = 1; i < bytes.length; i++) if (memory[at + i] !== bytes[i]) continue outer;
        count++;
      }
      return count;
    }"""
    page.add_init_script("""
      const instantiate = WebAssembly.instantiate;
      WebAssembly.instantiate = async (...parts) => {
        const instance = await instantiate(...parts);
        // The deferred part of the engine has no memory of its own.
        if (instance.exports.memory) window.oynaTestMemory = () => instance.exports.memory;
        return instance;
      };""")
    page.reload()
    page.get_by_label("F.I.Sh.").wait_for()
    fill_by_keyboard(page)
    assert page.evaluate(scan, PASSPORT) == 1, "the scan must find the engine's own buffer"
    page.get_by_role("button", name="Arizani yuborish").click()
    page.get_by_role("heading", name="Ariza qabul qilindi").wait_for()
    assert page.evaluate(scan, PASSPORT) == 0


def test_going_to_the_background_empties_a_secret_and_keeps_the_rest(world):
    page = world.loan()
    fill_person(page)
    assert page.get_by_label("Pasport seriyasi va raqami").get_attribute("type") == "password"
    page.evaluate("""() => {
      Object.defineProperty(document, 'hidden', {value: true, configurable: true});
      document.dispatchEvent(new Event('visibilitychange'));
    }""")
    assert page.get_by_label("Pasport seriyasi va raqami").input_value() == ""
    assert page.get_by_label("F.I.Sh.").input_value() == "Karimova Zuhra"


def test_a_secret_can_be_shown_and_hidden(world):
    page = world.loan()
    secret = page.get_by_label("Pasport seriyasi va raqami")
    secret.fill("AB7654321")
    page.get_by_role("button", name="Ko‘rsatish").click()
    assert secret.get_attribute("type") == "text"
    page.get_by_role("button", name="Yashirish").click()
    assert secret.get_attribute("type") == "password"
    assert secret.input_value() == "AB7654321"
