import OynaEngine
import OynaValue

extension Shop {
  /// What `Screens/shop.json` sells; a test holds the two equal. Prices of a Tashkent grocery in
  /// tiyin.
  static let demo: Shop = {
    let goods: [(id: String, title: String, price: Int64, stock: Int64?)] = [
      ("obi_non", "Obi non", 450_000, 60),
      ("devzira", "Devzira guruch, 1 kg", 3_200_000, 25),
      ("paxta_yogi", "Paxta yog'i, 1 l", 2_150_000, 40),
      ("kok_choy", "Ko'k choy № 95, 250 g", 2_800_000, 18),
      ("qatiq", "Qatiq, 0,5 l", 950_000, 30),
      ("olma", "Namangan olmasi, 1 kg", 1_600_000, 50),
      ("turshak", "Turshak, 500 g", 4_500_000, 12),
      ("navot", "Navvot, 500 g", 3_400_000, 3),
      ("tog_asali", "Tog' asali, 500 g", 8_500_000, 0),
      ("halva", "Samarqand halvosi, 400 g", 3_900_000, 8),
    ]
    return Shop(
      currency: .uzs,
      products: goods.compactMap { good in
        ProductID(good.id).flatMap {
          Product(
            id: $0, title: good.title,
            unitPrice: Money(minorUnits: good.price, currency: .uzs), stock: good.stock)
        }
      },
      promoCodes: [
        PromoCode("BAHOR10", .basisPoints(1_000), minimumSubtotal: 10_000_000),
        PromoCode("SALOM", .amount(500_000)),
      ].compactMap { $0 })
  }()
}
