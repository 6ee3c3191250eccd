import Testing

@testable import OynaServer

/// Spellings are those of "Oʻzbek tilining imlo lugʻati" and its Cyrillic forerunner; the letters
/// those of the law no. 931-XII of 1993-09-02.
@Suite("Uzbek in Cyrillic letters")
struct UzbekCyrillicTests {
  let letters = UzbekCyrillic(words: [("Payme", "Payme"), ("dvigatel", "двигатель")])

  @Test(
    "each letter, and two that are one",
    arguments: [
      ("abdefghijklmnopqrstuvxyz", "абдефгҳижклмнопқрстувхйз"),
      ("shahar choy tong", "шаҳар чой тонг"), ("Shahar CHOY", "Шаҳар ЧОЙ"),
      ("o‘zbek g‘isht", "ўзбек ғишт"), ("o'zbek gʻisht oʼtgan", "ўзбек ғишт ўтган"),
      ("O‘ZBEKISTON", "ЎЗБЕКИСТОН"), ("Tog' asali", "Тоғ асали"),
    ])
  func alphabet(latin: String, cyrillic: String) { #expect(letters.text(latin) == cyrillic) }

  @Test(
    "ye and e, yo, yu, ya and y before oʻ",
    arguments: [
      ("yer yetti Yevropa", "ер етти Европа"), ("ekran Eshik", "экран Эшик"),
      ("kel bermoq", "кел бермоқ"), ("poeziya aeroport", "поэзия аэропорт"),
      ("yo‘q yo'l Yangiyo'l", "йўқ йўл Янгийўл"), ("yosh Yoshi YOSH", "ёш Ёши ЁШ"),
      ("yulduz yaxshi dunyo", "юлдуз яхши дунё"), ("viloyat loyiha", "вилоят лойиҳа"),
      ("Aliyev informatsiya", "Алиев информация"), ("kuryer", "курьер"),
      ("obyekt kompyuter", "объект компьютер"),
    ])
  func vowels(latin: String, cyrillic: String) {
    #expect(letters.text(latin) == cyrillic)
  }

  @Test(
    "the sign of separation",
    arguments: [
      ("ma’lumot maʼno ta'lim", "маълумот маъно таълим"), ("Is'hoq Isʼhoqov", "Исҳоқ Исҳоқов"),
      ("sun’iy san’at", "сунъий санъат"), ("MA’LUMOT", "МАЪЛУМОТ"), ("mo‘jiza", "мўъжиза"),
      ("‘kitob’ va 'non'", "‘китоб’ ва 'нон'"),
    ])
  func signs(latin: String, cyrillic: String) { #expect(letters.text(latin) == cyrillic) }

  @Test(
    "months and what else lost its soft sign",
    arguments: [
      ("1-sentabr", "1-сентябрь"), ("sentabrda", "сентябрда"), ("Aprel", "Апрель"),
      ("PAROL", "ПАРОЛЬ"), ("parolni", "паролни"), ("dvigatel", "двигатель"),
    ])
  func softSigns(latin: String, cyrillic: String) { #expect(letters.text(latin) == cyrillic) }

  @Test(
    "what is no Uzbek word stays",
    arguments: [
      "AA1234567", "+998XXXXXXXXX", "BAHOR10:", "Click", "*880#", "zuhra.k@example.com",
      "https://oyna.uz/yordam?a=b", "kun.uz", "PDF, JPEG, 5 MB", "WhatsApp", "Payme", "Привет",
      "", " \n", "{{ order_number }}", "{{{{ ", "{{ unfinished", "Payme 4.0",
    ])
  func kept(text: String) { #expect(letters.text(text) == text) }

  @Test(
    "a word among words that stay",
    arguments: [
      ("Payme’ga to‘lang", "Payme’га тўланг"), ("SMS’dagi kod", "SMS’даги код"),
      ("F.I.Sh. JSHSHIR", "Ф.И.Ш. ЖШШИР"), ("1-uy, 2-xonadon", "1-уй, 2-хонадон"),
      ("Jami: {{ total | money }} so‘m", "Жами: {{ total | money }} сўм"),
      ("{{ a == '}}' ? 1 : 2 }} ta", "{{ a == '}}' ? 1 : 2 }} та"),
    ])
  func mixed(latin: String, cyrillic: String) { #expect(letters.text(latin) == cyrillic) }

  @Test(
    "words inside of an expression need a translation",
    arguments: ["{{ n | plural('one', 'qator', 'other', 'qatorlar') }}", "{{ a ? 'ha }}' : '' }}"])
  func expressions(text: String) { #expect(letters.text(text) == nil) }
}
