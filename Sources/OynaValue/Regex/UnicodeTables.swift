// Unicode 15.0.0: general categories, scripts and simple case folding.
// Made by Scripts/generate-unicode-tables.py from the Unicode Character Database, never by hand.
// Facts © Unicode, Inc., https://www.unicode.org/license.txt

/// The Unicode Character Database as text: `UnicodeProperties` reads it.
///
/// A string literal needs no start-up work, compiles at once and compresses well; an array literal
/// of this size does none of that.
enum UnicodeTables {
  /// The version of the Unicode Standard the tables were made from.
  static let version: StaticString = "15.0.0"

  /// Runs of code points from U+0000 on: category, then length.
  static let categories: StaticString = #"""
    GFE[)?[)>:=A=9[(S0[(_)[(O@>=:@8@K@>A:AGGE=]*B=@B/<A*B@BAU(@-[(@7/;U)=O=AO-K>AK.dC1K(d/1K(d?O(-\#
    1-1K)O(-1-O(-O)K(O*-O(-O)K)O(-O(-d*O(-1K(1-O(-O)-1-O(K(/1K)M*10-10-10-d/1K(d01K(10-1-O)-dD1K-O\#
    (-O(K(1-O*-d+1KK*/KAL8^*L2^4L+^-.@.^7RV+d*.@1-F(.K)=1F*^(1=O)(1(O(-O7(O/KI)1K(O)K)d31K+1-A1-O(\#
    K(OY)KV)d9BR+Q(dCO(-d-1K(dX)(OL)F(.[,KO)=9F(`(?(RS)94=R(=R(=4F.MAF*M*[(F1H,_)[(?[(`(R1=*[)MF.M\#
    0R;S0[*M(4MI+=/R-*BR,L(R(BR*M(S0M)`(/[4(*/4MDRAF(M_*R1/F4S0MGR/L(B[).F(4](M<R*.R/.R).R+F([5(M?\#
    R)F(=(M1F+M>@M,(H(F,R.MO).R>*RF2M\)424/P)R.P*4P(/R-M0R([(S0=.M54P((M.F(M(F(M<(M-(/F)M*F(4/P)R*\#
    F(P(F(P(4/F.2F*M((M)R(F(S0M(](U,B?/=4F(R(2(M,F*M(F(M<(M-(M((M((M(F(4(P)R(F*R(F(R)F)4F-M*(/F-S0\#
    R(M)4=F0R(2(M/(M)(M<(M-(M((M+F(4/P)R+(R(2(P(4F(/F5M(R(F(S0=?F-/R,(4P((M.F(M(F(M<(M-(M((M+F(4/2\#
    42R*F(P(F(P(4F-R(2F*M((M)R(F(S0B/U,F04/(M,F)M)(M*F)M((/(M(F)M(F)M)F)M2F*P(4P(F)P)(P)4F(/F,2F4S\#
    0U)`,?BF+4P)4M.(M)(M=(M6F(4/R)P*(R)(R*F-R((M)F(/F(M(R(F(S0F-=U-B/4P(=M.(M)(M=(M0(M+F(4/24P+(4P\#
    ((P(R(F-P(F,M((M(R(F(S0(M(2F2R(P(M/(M)(MO)R(/P)R*(P)(P)4/BF*M)2U-M)R(F(S0U/BM,(4P((M8F)M>(M/(/\#
    F(M-F)4F*P)R)(4(P.F,S0F(P(=F2MV)4M(R-F*?M,.R.=S0[(FK)M((/(M+(M>(/(M04M(R//F(M+(.(R-(S0F(M*FF/`\#
    )[5B=`)R(`,S0U0B4B4B4>:>:P(M.(MJ)F*R42R+=R(M+R1(RJ)(`.4`,(`([+`*[(FK)MQ)P(R*2R,2R(P(R(/S0[,M,P\#
    (R(M*R)/P)M(P-M)R*M34P(R(P,4/2S0P)4`(OL)(1F+1F(KQ)=.K)MO2(M*F(M-(/(M*F(MO)(M*F(MG(M*F(M-(/(M*F\#
    (M5(M_)(M*F(MI*F(R)[/U:F)M6`0F,O\*F(K,F(9MR;B=M7EM@>:F)MQ*[)T)M.F-M8R)2F/M9R(2[(F/M8R(F2M3(M)(\#
    R(F2MZ)R(2R-P.4P(R1[).[)?/4F(S0F,U0F,[,9[*R)*4S0F,MI).M[)F-M+R(MH)4/F+ML*F0ME(R)P*R(P)F*P(4P,R\#
    )F*BF)[(S0MDF(M+F1MR)F*M@F,S07F)`H)M=R(P(4F([(M[)242R-(424P(R.P,R0F(4S0F,S0F,[-.[,F(R43R6FW)R*\#
    2MU)42R+24P+4P(M.F)S0[-`0R/`/[((R(2MD2R*P(R(2R)M(S0MR)42R(P)42R)P(F.[*MJ)P.R.P(R(F)[+S0F)M)S0M\#
    DL,[(K/F-OQ)F(O)[.F.R)=R32R-M*4M,4M(2R(/F+KR)Le)K3.KH)LK)Rf)dR*1K/dX)1K/O.K,F(O,F(K.O.K.O.K,F(\#
    O,F(K.(1(1(1(1K.O.K4F(K.N.K.N.K.N.K+(K(O*0@-^)K)(K(O*0^)K*F(K(O*(^)K.O+^)F(K)(K(O*0^((c1H+W,[(\#
    <;>Z(;><[.CDH+E[/<;[*V([)A>:[1A=8[0EH+(H07.F(U,_)>:.U0_)>:(L3F)]GF5R3Q*4Q)R2F5`(1`*1`(-O)K(O)-\#
    B1`(AO+`,1B1B1BO*B-O*-M*-`(K(O(_+1K*BA`(-BU6TI)1-T*7`(F*_+`+_(`*A`(A`(A`-A`E_(`(ABA`E_R0`.>:>:\#
    `:_(`->:`W*A`D_?`N)_,`K*F?`1F;Ub)`T*U<`]-A`/A`\)_.`U+A`^/>:>:>:>:>:>:>:UD`R)_+>:_E>:>:>:>:>:_6\#
    `f/_I,>:>:>:>:>:>:>:>:>:>:>:_e)>:>:_F>:_H0`V)_;`(_,`M)F(`F(`O+OV)KV)1-O)K(d+O*-1K(1K,L(O)-dX)1\#
    K(`,d*R)1-F+[*7[(KL)(-F+-F(M^)F-.=F44M=F/M-(M-(M-(M-(M-(M-(M-(M-(RF[(<;<;[)<;=<;[/9[(9=<;[(<;>\#
    :>:>:>:[+.[0W([*9=>[3`([)>:>:>:>:9FH)`@(`_*F2`\.F@`2F*E[)B./6>:>:>:>:>:`(>:>:>:>:9>X(BT/R*P(9L\#
    +`(T)./=`((M\*F(R(^(L(/9M`*=L)/F+MQ)(Md*(`(U*`0MF`J)F2M6`E(U0`DU.BU5`FU0`M)U5`f1MfU.`f)M[X<.M]\#
    K)F)`])F/MN)L,[(MR0.[)M6S0M(F:d?/4Q)=R0=.d6L(R(ML*T0R([,F.^=L/^(d.1K)dG.K.d*O(-d,.^(d*/1-1K)d2\#
    O+-O+-d/O*-1-F+1-(-(-d*F>L)1-/L(-M-4M)4M*4M=P(R(2`*4F)U,`(?BF,MZ)[*F.P(MX)P6R(F.[(S0F,R8M,[)/=\#
    M(4S0MBR.[(M=R1P(F1=MCF)R)2MU)4P(R*P(R(P)[3(.S0F*[(M+4.M/S0M+(MO)R,P(R(P(R(F/M)4M.42F(S0F([*M6\#
    .M,`)/242MX)4/R)M(R(M+R(/4/F>M(.[(M12R(P([(/L(24F0M,F(M,F(M,F/M-(M-(KQ)@L*K/.^(F*KV*MI)P(4P(4P\#
    (=24F(S0F,MJe2F2M=F*MW)F*Jfg)IfO.MT3F(MP+FL)K-F2K+F+/4M0AM3(M+(/(M((M((MR+^7F6MQ3:>`6Mf)F(M\)F\#
    -BFFM2?`)R6[->:=F,R6=W(V(>:>:>:>:>:>:>:>:[(>:[*V)[)([*9>:>:>:[)A9_)(=?[(F*M+(MM,F(*([)?[)>:=A=\#
    9[(S0[(_)[(O@>=:@8@K@>A:A>:=>:[(M0.MS)L(MEF)M,F(M,F(M,F(M)F)](A@B]((B_*`(F0H)`(F(M2(M@(M9(M((M\#
    5F(M4FH)Ma+F+[)F*US)F)`/T[)U*`7U(`)(`3F)BFU)`S)4FH,MCF)MW)F54UAF*MFU*F/M:6M.6F+ML)R+F+MD(=MJ)F\#
    *M.=T+FP)ON)KN)MT*F(S0F,OJ)F*KJ)F*MN)F.MZ)F1=O1(O5(O-(O((K1(K5(K-(K(FI*M]1F/M<F0M.F>L,(LP)(L/F\#
    K*M,F(/(MR)(M(F)/F(M=(=U.M=`(U-MEF.U/FV)M9(M(F+U+M<U,F)=M@F+=Ff)M^)F*U(M(U6F(UT)/R)(R(F+R*M*(M\#
    )(MCF(R)F*4U/F-[/F-MCU(=MCU)FFM.BMBR(F*U+[-F/M\)F)[-M<F(U.M9F+U.M8F-[*F2U-FV*MO*F])OY)F3KY)F-U\#
    ,MJ)R*F.S0FL1UE(MP)(R(9F(M(FQ*R)MCU0/F.M<R1U*[+F<M8R*[*FL)M;U-F:M=F/242M[)R5[-F*U:S04M(R(/F/R)\#
    2MS)P)R*P(R([(*[*4F0*F(M?F-S0F,R)MJ)R+2R.(S0[*/P(/F.MI)4[(/F/R(2MV)P)R/P(M*[*R*=24S0/=/[)(U:F1\#
    M8(M?P)R)P(42R([,4M(4Fd)M-(/(M*(M5(M0=F,MU)4P)R.F+S0F,R(P((M.F(M(F(M<(M-(M((M+(R(/P(4P*F(P(F(P\#
    )F(/F,2F+M+P(F(R-F)R+FQ,M[)P)R.P(R)24M*[+S0[((=4M)FDMV)P)R,24P*R(2R(M(=/F.S0FL-MU)P)R*F(P*R(2R\#
    ([=M*R(FH)MV)P)R.P(42R([)/F1S0F,[3F9MQ)424P(R,24/=F,S0F\)MAF(R)P(R*2R+F*S0U([)BM-F_-MR)P)R/2R(\#
    =FJ+OFKFS0U/F2M.F(/F(M.(M((M>P,(P(F(R(24/2/24[)F/S0FL*M.F(MM)P)R*F(R(P*4/=/2FA/R0MN)R,2/R*[.4F\#
    ./R,P(R)MT)R32R([)/[+F3MO*F-[0F\/M/(MK)2R-(R,24/[+F0S0U9F)[(MDF(R<(2R-2R(2R(FO*M-(M((ML)R,F)4(\#
    R((R-/4F.S0F,M,(M((MFP+(R((P(424/F-S0F\1M9R(P([(F-R(/2M3(MH)P(R+F)P(424[3S0F\*/F5U;`.]*`7F3=M`\#
    DFL+TU+([+F1MJ.FRZ*Mg*[(F3MVI)H64M,R5FPe+MM:F_U0M_9F-ME(S0F*[(MU*(S0F,MDF(R+=F0MV)R-[+`*L*=BF0\#
    S0(U-(M;F+M9FV=OFKFU=[*FK+MQ*F*4/P])F-R*L3Ff)L(=.4F1P(F4M^g-F.M\N)FP)M/FM_0L*(L-(L((MI1F5/FCM)\#
    F(/F4M*F.MR4FJP*MQ+F+M3F)M/F-M0F(BR(=H*FbZ,RT)F(R=F/`Z+Fb)`\/F0`M)F(`b)P(R)`)P,H.R.`(R-`DR*`c)\#
    F;`H*R)BF`+U:F2U:F2`]*F/U?FM,O@K@O@K-(K8O@K@1(O(F(1F(O(F(O*(O.K*(-(K-(K1O@K@O((O*F(O.(O-(K@O((\#
    O*(O+(1F)O-(K@O@K@O@K@O@K@O@K@O@K@O@KBF(O?AK?AK,O?AK?AK,O?AK?AK,O?AK?AK,O?AK?AK,1-F(SX)`f7R])`\#
    *RX)`.4`44`([+F5R+(R5FVJ)K0/K:F,K,F[.R-(R7F(R-(R((R+F+Ld)FG4FV+MS)F)R-L-F(S0F*/BFf1MD4F7MR)R*S\#
    0F+?FV6MA.R*S0FL?M-(M*(M((M5(MK.F(U/R-FO)OH)KH)R-.F*S0F*[(FW@Ua)BU)?U*FR*US)BU5FH.M*(MA(M((/F(\#
    /(M0(M*(/(/F,/F*/(/(/(M)(M((/F(/(/(/(/(/(M((/F(M*(M-(M*(M*(/(M0(M7F+M)(M+(M7FZ)_(FT0`R)F*`J+F2\#
    `5F(`5(`5(`K)F0U3`g,F^)`CF3`R)F*`/F-`(F4`,F`,`a/^+`^>F*`7F)`3F)`]+F*`e*F,`2F*BF5`2F*`^)F.`0F,`\#
    N)F.`DF(`(FT*`Z2F2`4F(`3F)`/F-`T)(`-F.`4F*`/F-`/F-`Y,(`])FK)S0FLH)Mf^Q)FFM`I,F,Md.F(MH\-F4MWQ/\#
    FeH+Md8FHW)MQb,F+MfJ,FWJ_=*FDHf*Ff+RV/FVXg)Idgg)F(Idgg)F(
    """#

  /// The names of the scripts, in the order of `scripts`.
  static let scriptNames: StaticString = #"""
    Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengal\#
    i Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albani\#
    an Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deser\#
    et Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Georgia\#
    n Glagolitic Gothic Grantha Greek Gujarati Gunjala_Gondi Gurmukhi Han Hangul Hanifi_Rohingya H\#
    anunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_P\#
    arthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Kh\#
    ojki Khudawadi Lao Latin Lepcha Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Ma\#
    layalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui Meroit\#
    ic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari \#
    Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Old_Hungarian Old\#
    _Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_\#
    Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahl\#
    avi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora\#
    _Sompeng Soyombo Sundanese Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri\#
     Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wa\#
    ncho Warang_Citi Yezidi Yi Zanabazar_Square
    """#

  /// A script: the size of its data, then pairs of distance and length.
  static let scripts: StaticString = #"""
    2HPb+S*-1-)1H`M*B+6->.HHY*N:U,HX),*-*5***G*14A*S+*I)Y*W)Y/F*)/Q**DYZd)Z+9R3+W*+])0(I)7Y+,*N,Lc\#
    +Fg+*I`_)+*B*)*(+(*1*+*(*(/(-(*(*(***)*(+(*(*(*(*(*)*(++*.*+*+*(*1*8.**,*8]))7YQ)M)+Y)+*LTe),0\#
    H`J*]),.0H`.T*,V)4H]Q)_*QPX)`9/X^b*E+-/Hf.[)1+FHT*+*/+)+=*.*(,++0+)++1(-)*,+@4HHO*0*T)*53D3R?)\#
    bX3R)Y+G3HHL*U*-K)2(-HH2g/.HX.C+),Hb-;6HH-g;Y9M*cUH*7.H]H*X)0XQI*[)4(0HPL*\)*94HXR)^)25+1++5He\#
    ,]*+-[cM)W*-XeK*CY6(H*C-CV)*6*,@(H)(J6N).,+;]+(2(/(*(f;(/(7(,(I)(e,(M8(J,)bN)(^4+K1(XW)*P*)T.)\#
    *(VN)(6(0+*-**+(N@3+^**2,2*6:H)H*M)**+-*B*8R)*-^<B2>gDI0[;+G*P+I8e*[43-,*(*@8/-+d*),(c*)\,7I)K\#
    )e)g)H)X*X)(a*O-IV.g)IP>I)O+*N-1]/(I-(T4(7)[V<)Y.1?J)*:*+\,(*GC-C23(V))I*.*.3,K0*-T),0Y*4\)T)M\#
    /BMUV)+U],[+e)]/3N)+e),81)0E-d)^.;5;5^*2@P,\**N**)+(+)++*3*(*.*H**++/*.*C*+*,*(,.*[2+K1+Y)ZK-K\#
    *U*d)K>S)-K+56+6*6*L)3U-a)A*)6S)-00)7-c,_F-8,4,^+-f*/3-(83-_)11/O)1E+)W*[255+4,00U)*.15-0000Z,\#
    *^)N)1PHI@(Gg*2JG5YL2[+..7HHP*aDO+V+*,4K.8HHJ*-+(*S)*),(+(.XdS*J+P)HH)L,+P-Yb-0K-(U*(PK,GIJFg*\#
    Wd=)IX`)e)J)(.HHI*W*:HP*X*-6+AIcO)GIXD1;HPN*.+(+/*)*E*)+321.HHN*c)6HHW+R+.4,001++/HHT*]J).HPI*\#
    O)-HgK*>^*HX,P**++.*(*++P)*++H)*++.*(*++6*`)*++J*+G,AOW.>2.*.*.*.*.*.*.*.KQG-+-+-2.*.ZMW*.*+*)\#
    *6FHM,M)*(.(+R)*+Yd*R)+*IJ,M)*(.(:HH3g*IeT+.*8+.*)*,-XaH*BI)H`L*+*/+)+=*.*)*,+0+)+*+(/(..+.,,d\#
    *XC+**++*(-(*(***(*;*f)77OQ.,[),-,]*(I2=+-+M)+-+/*(*(*(*F+\)*6*5+-*:+**0P1(gYJ)(cV=V*:(HK\)M*F\#
    I\***0***=*.*)*,+1****+(8++30.8HSO*-*)*L)*)*-01J)IX***--)+=*.*)*)*)+(*,-)+*,(0+*(08Z*H\3A*`*5]\#
    .X)(*(B07+MFgU.I*gW<IP>U3+Q+QPE)5)WHL)g^Q)I)aI,/e.+I\-7XQ/HI+e8KW)Rb,.gJ,U)HP,g/WY/)J0e*Z+FJ*F\#
    J_EDL<Ke25>-X)Me1F,-+-+-+*0HPK*O)11,Ha-<1HOJ*:*).,@YT)^)1B--QQe)A*,*(*)*)*1=IJ4]*/*Jcg*f0;(F*V\#
    M8(/HJJ*=*0b*H@W+^0)M62C(I?+dR,FJ8**4*.-(/(,)O.g)U8)K.H)ba++T+)NS[)795XF(K/(cJ,(MfV)U)+>I9*:/+\#
    .G+[bS@W//HcJ*:.//HbJ*=+/2HTR)U*+1-)0HLL*J*3(DHL+4***>*1*,+0***+0)/)*++1**T)IM4a*+*Y/7Y.V)*_*W\#
    H[)1*T)[JT)+*.*)*(H1*[)(7+2H`O*8*P),C0HPR)U)*(;HXJ*+*)./***D+*-1002Lgc*(d`.]64Hd-e*+1/1O7G0HXL\#
    *9*V)0X]L*b).1@I\+)*(*,*?*(*>+,*(*.*1++V+I*A/AX)(8(.>*F*H6P),dX.M)/X).+.4*M*J*g/Z3(6(94V,)/(D(\#
    :P)`^*GK]FM+,g).)*(*,A5YAR)*0*+_d;.cH)A/ANI*-*Q)*0Nb])F/-1HH/_),6,*4HP.F*3-3-(,32HXI*^12=3/;HH\#
    H*3*A*:*)*6+5K)b+2XNQ)W)Y]F(-H\H*D/HQJ*A.(.XRL*N)-H_O*@9HP+4***Z)***--7+A.HJ*C+(0H^J*N)-31XKO*\#
    G+=*5:HPO*.*)*S),(*)*011.HZc*b*3H_R)>R.U)+10HHb+L.+72HUJ*?-;+U)-HTJ*G3H`c*R*-`)080HXM*L*41;HH.\#
    )+(*;/`*0R)^Ug)41HZb*F*1-)5H\L*.*(*+*6*25HH,g,IRN)FJ+G/HLJ*F10.XNa+Q)2HUN*/+U)+23HT.S)-A/2,)0H\#
    HM*c**,/Hf)b)+*2Igc*(WT8S44HP`+T),5+1-),H\-D-XJ/W)3HLK*Z)6Z)0-0H`H*K)2*-H\J*G.XbH*R)0HeH*K)-5.\#
    H`K*O)-H[J*G.HHK*P*-XcK*AFI`***/+)+=*.*)*,+0+)+*0*-)*,+91XMI*K)-K)/HLI*E+16H`b*M*31*.*<.:-HKJ*\#
    G.H^N*`).HJR)_)/HPJ*C,(1HdJ*90+5.0XQR)K)4(/H]-R*,2/HH*U)+60HLR)M*13.HTL*g*.XJI*W)1HTM*])+M)2HH\#
    ^+S<8,*6GIT+**9,?*0*(+.,(--*(*//1+*UgH*;.XaK*Q)/XNL*@01.XZN*Z*0Hd.g)I0/.HHR)T)4H`)5*c)+*Y02.H`\#
    -=2(0Hc-4***).XR.E+,5HY.f)*D+2/1/50H\R)J*A,0H\M*a)/1R)Jd*)*-,**+,)*(*),),*,3-,,**++(/(7<NfL*Y)\#
    6(0X[b*V**18Hgc*(H)_g-1g?I80DHH+4***>*7+0***+0)**+(+++100-Hd)Y)/IX+a).C<H`+O**K)-N)*K)*6*.-)1X\#
    Q3_)0)7(0HLM*O*11-X\`+F/HdH*E*(.HPQ)S1;XSI*2*6*.*)*2*6*.*)0H^`+a).(0HMN*Z*5(2H\K*Q)**+)2HHP)TL\#
    ),^).HXN*O*
    """#

  /// The count of runs; a run: distance, count - 1, stride, zigzag of the change.
  static let folds: StaticString = #"""
    P3I*A)H*H)1)g)2()fS8).)g)/()`8).)g)I*()VV)3>)H*@.)H*/()fc6),)g)-()TL8)8)g):.)g)/()Z/)W)(*Z)-(*\#
    /7(*9U)(*V)()Y/)-(*.()_:)()N4)()L5)+(*,()d4))(**))b4*)(*+()f,)()\4)()^4))(**()b4)()f4)()J.)()N\#
    5)()J5))(**()N2*()N5)()R5)()L0)()T5)-(*.()\5))(**()\5+)(**()\5))(**))Z5*+(*,()^5))(*,)(*+()X+-\#
    ))**()+)))**()+)))**()+)7(*8()e,)9(*;))**()+))(**()I.)()W+)O)(*P)()K0*9(*@()^J=))(**()M2)()XJ=\#
    )))fK=*)(**()M4)()R,)()V,)1(*2()fI=)()`I=)()dI=)()K5)()c4*))a4+()[4*()]4)()f\Z*,()a4)()^\Z**()\#
    e4*()XZZ*)()P\Z**()I5)()M5)()P\Z*)()Vg<)()J\Z*+()M5*()bg<)()Q5+()S50()Vf<+()[5*()N\Z*)()[5,()\\#
    ZZ*)()[5)()Q,)))Y5*()U,.()]53()RYZ*)()LYZ*O-()P-S)+(*.)(*-*)L0,()P//()T***)R*,()H,*))f++8)H*:(\#
    )f))/)H*0()S*)*)Q*,()g))()d))))g)*()H,)))g)*()Z))()RH6)()T+)()g))()UX))*)g)+()T))()H+)()*)*)g)\#
    +()F)))g)*()b]6)))g)*()g+)))e+*()8)()c+)()N*,()e*)()S+)()7)?(*@()S-)()g,)()6)()O/)()_-)()g-*)(\#
    **()5))(*+*)K0+7)H-8G)H*H)))g)*()dL4)()g))()bL4)0)g)1()PL4)))g)*))LL4*.)g)/()`K4),)g)-7)g,8)(*\#
    *()*)()PJ4)E(*N)])(*^)()F)5(*6()E)g*(*I+M))H+X)M))g*ga*M))HN6O)()HN6.()HN6+R))Hd-U)*)Hd-K=W*)H\#
    eS*X*-)80-)7PL*()cN4)()aN4)()ON4)()KN4)()*)()MN4)()_M4)()QJ4)()LdL*0R))gc-U)*)gc-d-()PHM*,()TV\#
    /9()XKM*Z+g*(*H+()*)()\+)[)(*a)()]++()ec6*g*(*H+/)80/)70-)80-)70/)80/)70/)80/)70-)80-)71+*80+*\#
    7//)80/)70))\,*+)T-,))P.*))H0*))H/*))d/,/)80/)70/)80/)70/)80/)70))8+():-))7*))[,*()9*()YO6-():\#
    -+)S-,()9,))80))7*))O..))8-()6+))7*))g.*()5/():-))g/*))c/*()9R1()a_6,()eU8)()SN8/()`)D()_):7)H\#
    )87)G;)(*[AA)\)BA)[)Xa)W))H+X)W))g*X))(**()Ug<)()SV/)()Uf<)()]J=)()WJ=)-(*.()_I=)()ag<)()eI=)(\#
    )cI=*)(*+)(*1))eK=*K+(*S++(*/)(*6M))gM6O)()gM6.()gM6[PF1(*2()*)()MdL*)I)(*\)C(*J-5(*8e)(*O*+(*\#
    ,()OHM*)1(*5)(**()WZZ*++(*,()H+*;(*<()O\Z*)()e\Z*)()]\Z*)()I\Z*)()O\Z**()KYZ*)()[ZZ*)()QYZ*)()\#
    Hb))7(*8()g*)()M\Z*)()WKM*)+(*1)(*.+(*G)(*fB()ga)EW*)gdS*Ye<A)H*H)A)g)gM)O))X*P)O))W*P,K))X*P)\#
    K))W*`,2)V*46)V*8.)V*0))V*+2)U*46)U*8.)U*0))U*M^)Z))H,H*Z))g+Hg*G)H*H)G)g)HT=G)H*H)G)g)H]FI))L\#
    *J)I))K*
    """#
}
