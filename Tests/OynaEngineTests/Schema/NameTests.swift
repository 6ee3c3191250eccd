import OynaEngine
import Testing

@Suite("Names and URLs of a document")
struct NameTests {
  @Test(
    "the nearest name is the one that was meant",
    arguments: [
      ("lable", "label"), ("placeHolder", "placeholder"), ("minlength", "minLength"),
      ("textInput", "text_input"), ("text-input", "text_input"), ("requird", "required"),
      ("patern", "pattern"), ("emial", "email"), ("statekey", "stateKey"),
    ])
  func nearest(_ typed: String, _ meant: String) {
    let names = [
      "placeholder", "label", "minLength", "maxLength", "text_input", "text_area", "required",
      "pattern", "email", "stateKey", "value",
    ]
    #expect(NearestName.find(typed, among: names) == meant)
  }

  @Test("a name that is near to nothing has no nearest one", arguments: ["", "zzz", "title", "la"])
  func far(_ typed: String) {
    #expect(NearestName.find(typed, among: ["label", "required", "pattern"]) == nil)
  }

  @Test(
    "a URL's scheme is read as browsers read it",
    arguments: [
      ("javascript:alert(1)", "javascript"), ("JaVaScRiPt:x", "javascript"),
      (" \u{1}javascript:x", "javascript"), ("java\nscript:x", "javascript"),
      ("java\tscr\ript:x", "javascript"), ("https://a.uz/x:y", "https"), ("tel:+998", "tel"),
      ("uzum-bank+x.1://pay", "uzum-bank+x.1"), ("/a:b", nil), ("a/b:c", nil), ("?x=a:b", nil),
      ("#a:b", nil), ("//a.uz", nil), ("1a:b", nil), (":x", nil), ("", nil), ("a b:c", nil),
      ("а:b", nil),
    ] as [(String, String?)])
  func scheme(_ url: String, _ scheme: String?) {
    #expect(URLReference.scheme(of: url) == scheme)
  }

  @Test("only relative, https and http URLs are asked for; what runs code is never opened")
  func uses() {
    for url in ["/a", "a.json", "//a.uz/b", "https://a.uz", "HTTP://a.uz"] {
      #expect(URLReference.isRequestable(url) && URLReference.isOpenable(url))
    }
    for url in ["mailto:a@b.uz", "tel:1", "sms:1", "payme://x"] {
      #expect(!URLReference.isRequestable(url) && URLReference.isOpenable(url))
    }
    for url in ["javascript:1", "data:text/html,x", "vbscript:x", "file:///etc/passwd", "blob:x"] {
      #expect(!URLReference.isRequestable(url) && !URLReference.isOpenable(url))
    }
  }
}
