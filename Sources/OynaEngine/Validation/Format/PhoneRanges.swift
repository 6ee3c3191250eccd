// Made by Scripts/make_phone_ranges.py; do not edit.
// Facts: the numbering ranges that Google's libphonenumber 9.0.43 publishes
// (Apache-2.0).

extension PhoneRegion {
  /// Uzbekistan and the countries that its people call most, with their ranges.
  static let withRanges: [PhoneRegion] = [
    uz, kz, kg, tj, tm, ru, af, az, tr,
  ]

  private static let uz = PhoneRegion(
    id: "UZ", callingCode: "998", nationalPrefix: "",
    ranges: [
      PhoneRange(
        .fixedLine, length: 9,
        prefixes: """
          55 613[124] 614[1-4] 615[1-3578] 6164 623[0-57-9] 6241 653[3-7] 655[024-8] \
          6[125]22 67[23] 677[69] 6[69] 723[13-57-9] 724[1-3579] 725[14] 733[1578] \
          734[1-35-7] 735[1-57] 7361 743[1-579] 747[1-79] 7[34]2 756[1457] 7[168] \
          7[59]5[1-9] 7[259]22
          """),
      PhoneRange(
        .mobile, length: 9,
        prefixes: """
          33 [25]0 6122[01] 61298 6135[0-4] 6150 6161[23] 617[01][017] 6174 61755 \
          6179[5-9] 6211 622[12]1 6229[01379] 6253[0-4] 625[126] 6519[01] 65227 6529[26] \
          6530 6559 6[25]7 6621[5-9] 6622[0367] 66238 66241 66252 66260 663[79] 66456 \
          66483 6671[017] 6673[07] 6674[047] 6675[057] 66767 667[07] 6678[0178] 6679[79] \
          669[0-3] 67224 6723[237] 6724[5-9] 6727[15-8] 6757[12] 6758[0589] 677[39][07] \
          6797[079] 67[79]0 7222[79] 72295 7232[5-9] 7236[0-6] 7257 7271[17] 7272[27] \
          72744 7275[057] 72766 72788 7321[0-6] 73221 7323[469] 7327[159] 7333 7350[0-4] \
          7355[579] 7359 7374[0467] 7376[67] 7378[078] 737[0-3579] 739[4-6] 74229 \
          7425[0257] 7426[0-7] 7427[1-57] 7451[0-4] 7458 7459[5-9] 7471[024589] \
          7472[0-27] 7473[0137] 7475[01] 747[46][07] 7477[5-9] 7497[015-9] 749[89] \
          7[24]70 75112 7520 7522[29] 752[49]4 753[1568] 7552[6-9] 7570[01578] 7571[017] \
          757[23]7 7574[047] 757[5-7] 7578[78] 7[45]79[079] 7[07] 7922[128] 7932[0-4] \
          7937 7957[02569] 7972[05-9] 7974 79760 7977[2579] 79787 7979[07] 7[29]73[37] \
          8[078] 9[0-57-9]
          """),
    ],
    writings: [
      PhoneWriting(
        prefixes: "[235-9]",
        groups: [2, 3, 2, 2], joints: [" ", " ", " "], nationalLead: "#")
    ])

  private static let kz = PhoneRegion(
    id: "KZ", callingCode: "7", nationalPrefix: "8",
    ranges: [
      PhoneRange(
        .fixedLine, length: 10,
        prefixes: """
          7104[0-3] 71063 7114[0-79] 71[0-2][23] 7133[0-79] 7134[0-35-9] 7143[013-9] \
          714[24] 7145[1-9] 71497 7153[1-9] 7154[0-7] 716[2-4] 7165[19] 71661 71[357]2 \
          7183[1-46-9] 7184[0-5] 718[27] 71[0-358]59 7214[46-9] 7215[3469] 7223[0679] \
          72246 7225[12679] 723[2-4] 7235[139] 7243[1-35-9] 7254[0-8] 72561 7263[1-9] \
          7264[0-4] 72740 7275[279] 727[2379] 7284[0-3] 72[158][23] 7293[124578] \
          72[2469]2 72[4-689]59
          """),
      PhoneRange(
        .mobile, length: 10,
        prefixes: "70[0-25-8] 747 76[0-4] 77[15-8] 785"),
      PhoneRange(
        .tollFree, length: 10,
        prefixes: "800"),
      PhoneRange(
        .tollFree, length: 14,
        prefixes: "8108"),
      PhoneRange(
        .premiumRate, length: 10,
        prefixes: "809"),
      PhoneRange(
        .personalNumber, length: 10,
        prefixes: "808"),
      PhoneRange(
        .voip, length: 10,
        prefixes: "751"),
    ],
    writings: [
      PhoneWriting(
        prefixes: "717 714[29] 71[0-356]2 718[27] 72[1-57-9]2 7213[03-69] 7262[013-9]",
        groups: [4, 2, 2, 2], joints: [" ", " ", " "], nationalLead: "8 (#)"),
      PhoneWriting(
        prefixes: """
          71[18] 72[24-689] 710[356] 713[45] 71[25]5 716[4-6] 721[45] 723[35] 727[457] \
          7104[023] 7123[013-9] 7133[1-79] 7143[013-79] 7144[0-8] 7145[1-79] 7153[1-8] \
          7154[1-7] 7163[0-35-9] 7213[178] 7234[0-8]
          """,
        groups: [5, 1, 2, 2], joints: [" ", " ", " "], nationalLead: "8 (#)"),
      PhoneWriting(
        prefixes: "7",
        groups: [3, 3, 4], joints: [" ", " "], nationalLead: "8 (#)"),
      PhoneWriting(
        prefixes: "[349] 8[02-7] 81[1-8]",
        groups: [3, 3, 2, 2], joints: [" ", "-", "-"], nationalLead: "8 (#)"),
      PhoneWriting(
        prefixes: "8",
        groups: [4, 4, 3, 3], joints: [" ", " ", " "], nationalLead: "8 (#)"),
    ])

  private static let kg = PhoneRegion(
    id: "KG", callingCode: "996", nationalPrefix: "0",
    ranges: [
      PhoneRange(
        .fixedLine, length: 9,
        prefixes: """
          3125[0-79] 312[0-46-8] 31297[0-24-9] 3129[0-689] 313[1-9] 3147 31[56] \
          323[0-479] 326[0-7] 345[6-9] 353[4-7] 365[35-7] 373[468] 374[1-9] 37[67] \
          3[57]59 394[1-8] 3[4-69]6 3[24-79]22 609 612 62[2-4]
          """),
      PhoneRange(
        .mobile, length: 9,
        prefixes: "20[0-35] 22 31258 312973 5[0-24-7] 600 755 7[07] 88[08] 912 99[05-9]"),
      PhoneRange(
        .tollFree, length: 9,
        prefixes: "800"),
      PhoneRange(
        .tollFree, length: 10,
        prefixes: "800"),
    ],
    writings: [
      PhoneWriting(
        prefixes: "3[24-79] 31[346]",
        groups: [4, 5], joints: [" "], nationalLead: "0#"),
      PhoneWriting(
        prefixes: "[235-79] 88",
        groups: [3, 3, 3], joints: [" ", " "], nationalLead: "0#"),
      PhoneWriting(
        prefixes: "8",
        groups: [3, 3, 1, 2], joints: [" ", " ", " "], nationalLead: "0#"),
    ])

  private static let tj = PhoneRegion(
    id: "TJ", callingCode: "992", nationalPrefix: "",
    ranges: [
      PhoneRange(
        .fixedLine, length: 9,
        prefixes: "31[3-5] 32[245] 33[12] 34[24-7] 35[25] 372 446 474 487"),
      PhoneRange(
        .mobile, length: 9,
        prefixes: """
          1[0-27-9] 2[0-27] 33[03-9] 3[08] 40 41[18] 44[02-479] 5[05] 66 7[0157-9] \
          81[1-9] 8[07-9] [09]
          """),
    ],
    writings: [
      PhoneWriting(
        prefixes: "3317",
        groups: [6, 1, 2], joints: [" ", " "], nationalLead: "#"),
      PhoneWriting(
        prefixes: "[34]7 44[02-479]",
        groups: [3, 2, 4], joints: [" ", " "], nationalLead: "#"),
      PhoneWriting(
        prefixes: "3[1245] 33[12]",
        groups: [4, 1, 4], joints: [" ", " "], nationalLead: "#"),
      PhoneWriting(
        prefixes: "[0-9]",
        groups: [2, 3, 4], joints: [" ", " "], nationalLead: "#"),
    ])

  private static let tm = PhoneRegion(
    id: "TM", callingCode: "993", nationalPrefix: "8",
    ranges: [
      PhoneRange(
        .fixedLine, length: 8,
        prefixes: "12 13[1-9] 24[0-35-8] 34[03-9] 43[128] 44 46[15] 55[7-9] 56[014-689] [2-5]22"),
      PhoneRange(
        .mobile, length: 8,
        prefixes: "6 7[12]"),
    ],
    writings: [
      PhoneWriting(
        prefixes: "12",
        groups: [2, 2, 2, 2], joints: [" ", "-", "-"], nationalLead: "(8 #)"),
      PhoneWriting(
        prefixes: "[1-5]",
        groups: [3, 1, 2, 2], joints: [" ", "-", "-"], nationalLead: "(8 #)"),
      PhoneWriting(
        prefixes: "[67]",
        groups: [2, 6], joints: [" "], nationalLead: "8 #"),
    ])

  private static let ru = PhoneRegion(
    id: "RU", callingCode: "7", nationalPrefix: "8",
    ranges: [
      PhoneRange(
        .fixedLine, length: 10,
        prefixes: """
          30[12] 336 34[1-35-79] 35[1-3] 365 38[1-58] 39[0145] 401 41[1356] 42[13467] \
          47[1-5] 48[1-7] 49[1-689] 81[1-8] 82[01] 83[13-6] 84[0-8] 85[15-7] 86[0-35-79] \
          87[1-37-9]
          """),
      PhoneRange(
        .mobile, length: 10,
        prefixes: """
          930005 93003[0-7] 93006[0-49] 93008[04-9] 9300[124579] 930[1-9] 93[1-9] \
          9[0-24-9]
          """),
      PhoneRange(
        .tollFree, length: 10,
        prefixes: "80[04]"),
      PhoneRange(
        .tollFree, length: 14,
        prefixes: "8108"),
      PhoneRange(
        .premiumRate, length: 10,
        prefixes: "80[39]"),
      PhoneRange(
        .personalNumber, length: 10,
        prefixes: "808"),
    ],
    writings: [
      PhoneWriting(
        prefixes: "717 714[29] 71[0-356]2 718[27] 72[1-57-9]2 7213[03-69] 7262[013-9]",
        groups: [4, 2, 2, 2], joints: [" ", " ", " "], nationalLead: "8 (#)"),
      PhoneWriting(
        prefixes: """
          71[18] 72[24-689] 710[356] 713[45] 71[25]5 716[4-6] 721[45] 723[35] 727[457] \
          7104[023] 7123[013-9] 7133[1-79] 7143[013-79] 7144[0-8] 7145[1-79] 7153[1-8] \
          7154[1-7] 7163[0-35-9] 7213[178] 7234[0-8]
          """,
        groups: [5, 1, 2, 2], joints: [" ", " ", " "], nationalLead: "8 (#)"),
      PhoneWriting(
        prefixes: "7",
        groups: [3, 3, 4], joints: [" ", " "], nationalLead: "8 (#)"),
      PhoneWriting(
        prefixes: "[349] 8[02-7] 81[1-8]",
        groups: [3, 3, 2, 2], joints: [" ", "-", "-"], nationalLead: "8 (#)"),
      PhoneWriting(
        prefixes: "8",
        groups: [4, 4, 3, 3], joints: [" ", " ", " "], nationalLead: "8 (#)"),
    ])

  private static let af = PhoneRegion(
    id: "AF", callingCode: "93", nationalPrefix: "0",
    ranges: [
      PhoneRange(
        .fixedLine, length: 9,
        prefixes: "[34][0-4][2-9] [25][0-8][2-9] 6[0-5][2-9]"),
      PhoneRange(
        .mobile, length: 9,
        prefixes: "7"),
    ],
    writings: [
      PhoneWriting(
        prefixes: "[2-7]",
        groups: [2, 3, 4], joints: [" ", " "], nationalLead: "0#")
    ])

  private static let az = PhoneRegion(
    id: "AZ", callingCode: "994", nationalPrefix: "0",
    ranges: [
      PhoneRange(
        .fixedLine, length: 9,
        prefixes: "1[28] 222[0-79] 2[12]428 2[23]3 263[0-28] 2[014-6]2 3654 3655[02] 46"),
      PhoneRange(
        .mobile, length: 9,
        prefixes: "36554 4[04] 5[015] [16]0 7[07] 99"),
      PhoneRange(
        .tollFree, length: 9,
        prefixes: "88"),
      PhoneRange(
        .premiumRate, length: 9,
        prefixes: "900200"),
    ],
    writings: [
      PhoneWriting(
        prefixes: "90",
        groups: [3, 2, 2, 2], joints: [" ", " ", " "], nationalLead: "0#"),
      PhoneWriting(
        prefixes: "2 1[28] 46 3654 3655[02]",
        groups: [2, 3, 2, 2], joints: [" ", " ", " "], nationalLead: "(0#)"),
      PhoneWriting(
        prefixes: "[13-9]",
        groups: [2, 3, 2, 2], joints: [" ", " ", " "], nationalLead: "0#"),
    ])

  private static let tr = PhoneRegion(
    id: "TR", callingCode: "90", nationalPrefix: "0",
    ranges: [
      PhoneRange(
        .fixedLine, length: 10,
        prefixes: """
          21[26] 2[3-5][268] 2[67][246] 2[28][2468] 3[13][28] 3[24-6][2468] 3[78][02468] \
          392 44[26] 4[16][246] 4[23578][2468]
          """),
      PhoneRange(
        .mobile, length: 10,
        prefixes: "51[06] 524 5[03-5] 561011 56161 56[24] 57[245] 582[2-5] 59[46]"),
      PhoneRange(
        .tollFree, length: 10,
        prefixes: "800 811"),
      PhoneRange(
        .tollFree, length: 12,
        prefixes: "800"),
      PhoneRange(
        .tollFree, length: 13,
        prefixes: "800"),
      PhoneRange(
        .premiumRate, length: 10,
        prefixes: "8[89]8 900"),
      PhoneRange(
        .personalNumber, length: 10,
        prefixes: "59221[12] 592461"),
      PhoneRange(
        .voip, length: 10,
        prefixes: "850"),
      PhoneRange(
        .pager, length: 10,
        prefixes: "512"),
      PhoneRange(
        .uan, length: 7,
        prefixes: "444"),
    ],
    writings: [
      PhoneWriting(
        prefixes: "444",
        groups: [3, 1, 3], joints: [" ", " "], nationalLead: "#", isNationalOnly: true),
      PhoneWriting(
        prefixes: "8[01589] 90 512",
        groups: [3, 3, 4], joints: [" ", " "], nationalLead: "0#"),
      PhoneWriting(
        prefixes: "5",
        groups: [3, 3, 2, 2], joints: [" ", " ", " "], nationalLead: "0#"),
      PhoneWriting(
        prefixes: "3[1-9] [24][1-8]",
        groups: [3, 3, 2, 2], joints: [" ", " ", " "], nationalLead: "(0#)"),
      PhoneWriting(
        prefixes: "80",
        groups: [3, 3, 6], joints: [" ", " "], nationalLead: "0#"),
    ])

  /// Every other region: its calling code and how many digits a national number may have.
  static let withLengths: StaticString = """
    AC 247 5,6;AD 376 6,8,9;AE 971 5,6,7,8,9,10,11,12;AG 1 10;AI 1 10;AL 355 6,7,8,9;AM 374 8;\
    AO 244 9;AR 54 10,11;AS 1 10;AT 43 4,5,6,7,8,9,10,11,12,13;AU 61 5,6,7,8,9,10,12;AW 297 7;\
    AX 358 5,6,7,8,9,10,11,12;BA 387 8,9;BB 1 10;BD 880 6,7,8,9,10;BE 32 8,9;BF 226 8;\
    BG 359 6,7,8,9,12;BH 973 8;BI 257 8;BJ 229 10;BL 590 9;BM 1 10;BN 673 7;BO 591 8,9;\
    BQ 599 7;BR 55 8,9,10,11;BS 1 10;BT 975 7,8;BW 267 7,8,10;BY 375 6,7,8,9,10,11;\
    BZ 501 7,11;CA 1 7,10;CC 61 6,7,8,9,10,12;CD 243 7,8,9,10;CF 236 8;CG 242 9;CH 41 9,12;\
    CI 225 10;CK 682 5;CL 56 9,10,11;CM 237 8,9;CN 86 7,8,9,10,11,12;CO 57 8,10,11;\
    CR 506 8,10;CU 53 6,7,8,10;CV 238 7;CW 599 7,8;CX 61 6,7,8,9,10,12;CY 357 8;\
    CZ 420 9,10,11,12;DE 49 4,5,6,7,8,9,10,11,12,13,14,15;DJ 253 8;DK 45 8;DM 1 10;DO 1 10;\
    DZ 213 8,9;EC 593 8,9,10,11;EE 372 7,8,10;EG 20 8,9,10;EH 212 9;ER 291 7;ES 34 9;ET 251 9;\
    FI 358 5,6,7,8,9,10,11,12;FJ 679 7,11;FK 500 5;FM 691 7;FO 298 6;FR 33 9;GA 241 7,8;\
    GB 44 7,9,10;GD 1 10;GE 995 9;GF 594 9;GG 44 7,9,10;GH 233 8,9;GI 350 8;GL 299 6;\
    GM 220 7,9;GN 224 8,9;GP 590 9;GQ 240 9;GR 30 10,11,12;GT 502 8,11;GU 1 10;GW 245 7,9;\
    GY 592 7;HK 852 5,6,7,8,9,11;HN 504 8,11;HR 385 7,8,9;HT 509 8;HU 36 8,9;\
    ID 62 7,8,9,10,11,12,13,14,15,16,17;IE 353 7,8,9,10;IL 972 7,8,9,10,11,12;IM 44 10;\
    IN 91 8,9,10,11,12,13;IO 246 7;IQ 964 8,9,10;IR 98 4,5,6,7,10;IS 354 7,9;\
    IT 39 6,7,8,9,10,11,12;JE 44 10;JM 1 10;JO 962 8,9;JP 81 8,9,10,11,12,13,14,15,16,17;\
    KE 254 7,8,9,10;KH 855 8,9,10;KI 686 5,8;KM 269 7;KN 1 10;KP 850 8,10;\
    KR 82 5,6,8,9,10,11,12,13,14;KW 965 7,8;KY 1 10;LA 856 8,9,10;LB 961 7,8;LC 1 10;\
    LI 423 7,9;LK 94 9;LR 231 7,8,9;LS 266 8;LT 370 8;LU 352 4,5,6,7,8,9,10,11;LV 371 8;\
    LY 218 9;MA 212 9;MC 377 8,9;MD 373 8;ME 382 8,9;MF 590 9;MG 261 9;MH 692 7;MK 389 8;\
    ML 223 8;MM 95 6,7,8,9,10;MN 976 8,9,10;MO 853 7,8;MP 1 10;MQ 596 9;MR 222 8;MS 1 10;\
    MT 356 8;MU 230 7,8,10;MV 960 7,10;MW 265 7,9;MX 52 10;MY 60 8,9,10;MZ 258 8,9;NA 264 8,9;\
    NC 687 6;NE 227 8;NF 672 6;NG 234 10,11,12,13,14;NI 505 8;NL 31 5,6,7,8,9,10,11;NO 47 5,8;\
    NP 977 8,10,11;NR 674 7;NU 683 4,7;NZ 64 5,6,7,8,9,10;OM 968 7,8,9;PA 507 7,8,10,11;\
    PE 51 8,9;PF 689 6,8,9;PG 675 7,8;PH 63 6,8,9,10,11,12,13;PK 92 8,9,10,11,12;\
    PL 48 6,7,8,9,10;PM 508 6,9;PR 1 10;PS 970 8,9,10;PT 351 9;PW 680 7;PY 595 6,7,8,9,10,11;\
    QA 974 7,8,9,11;RE 262 9;RO 40 6,9;RS 381 6,7,8,9,10,11,12;RW 250 8,9;SA 966 9,10;\
    SB 677 5,7;SC 248 7;SD 249 9;SE 46 6,7,8,9,10,12;SG 65 8,10,11;SH 290 4,5;SI 386 5,6,7,8;\
    SJ 47 5,8;SK 421 6,7,9;SL 232 8;SM 378 8,10;SN 221 9;SO 252 6,7,8,9;SR 597 6,7;SS 211 9;\
    ST 239 7;SV 503 7,8,11;SX 1 10;SY 963 8,9;SZ 268 8,9;TA 290 4;TC 1 10;TD 235 8;TG 228 8;\
    TH 66 8,9,10,13;TK 690 4,5,6,7;TL 670 7,8;TN 216 8;TO 676 5,7;TT 1 10;TV 688 5,6,7;\
    TW 886 7,8,9,10,11;TZ 255 9;UA 380 9,10;UG 256 9;US 1 10;UY 598 4,5,6,7,8,9,10,11,12,13;\
    VA 39 6,7,8,9,10,11,12;VC 1 10;VE 58 10;VG 1 10;VI 1 10;VN 84 7,8,9,10;VU 678 5,7;\
    WF 681 6,9;WS 685 5,6,7,10;XK 383 8,9,10,11,12;YE 967 7,8,9;YT 262 9;ZA 27 5,6,7,8,9,10;\
    ZM 260 9;ZW 263 7,9,10;
    """
}
