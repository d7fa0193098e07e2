/**
 * Brands and shops that stand before a food of its usual kind: "Lurpak butter". A brand of plant-based or free-from
 * foods is not here: behind it, "yogurt" is another food, so its allergens must not be sure.
 */
import { nameKey } from '#domain/food/name-key.ts';

const BRANDS = new Set(
  `
  Aldi, Allinson, Allinson's, Almette, Alnatura, Applegate, Archer Farms, Argo, Arla, Arla Buko, Arm & Hammer,
  Aroy D, Asda, Aunt Jemima, Bahlsen, Barilla, Bautz'ner, Ben's Original, Bertolli, Best Foods, Betty Crocker,
  Billington's, Bird's Eye, Birds Eye, Birkel, Bisto, Blue Diamond, Blue Dragon, Boar's Head, Bob's Red Mill,
  Bonduelle, Bonne Maman, Bresso, Buko, Bull's Eye, Bulls Eye, Bush's, Butterball, Bärenmarke, C&H, Cabot, Cadbury,
  Callebaut, Campbell's, Cathedral City, Chaokoh, Chobani, Chosen Foods, Cirio, Clabber Girl, Classico, Co op,
  Coles, Colman's, Crisco, Danone, De Cecco, Del Monte, Develey, Diamond Crystal, dm Bio, dmBio, Doctor Oetker,
  Dolmio, Doves Farm, Dr Oetker, Dr. Oetker, Duke's, Duncan Hines, Eagle Brand, Edeka, Encona, Essential Waitrose,
  Exquisa, Fage, Filippo Berio, Fleischmann's, Frank's, Frank's RedHot, Frosta, Garofalo, Ghirardelli, Gold Medal,
  Golden Mountain, Goldähren, Golßener, Good & Gather, Goya, Great Value, Green & Black's, Green Giant,
  Grey Poupon, Guittard, Gut & Günstig, Hartley's, Healthy Boy, Heinz, Hellmann's, Hellmans, Hello Fresh, Henglein,
  Hengstenberg, Hershey's, Herta, Hidden Valley, Hillshire Farm, Hochland, Homepride, Hormel, Hovis, Hu Kitchen,
  Hunt's, Huy Fong, Iglo, Jacob's, Jif, Jimmy Dean, Johnsonville, Kallo, Kaufland, Keebler, Ken's, Kerrygold,
  Kerrygold Original, Kikkoman, King Arthur, Kingsmill, Kiri, Kirkland, Knorr, Knox, Kraft, Krusteaz, Kölln, Kühne,
  La Tortilla Factory, Land O Lakes, Land O' Lakes, Landliebe, Lawry's, Le Gusto, Lea and Perrins, Lea Perrins,
  Lee Kum Kee, Libby's, Lidl, Lifeway, Lindt, Lipton, Log Cabin, Lundberg, Lurpak, Lyle's, Lätta, Löwensenf, M&S,
  Mae Ploy, Maesri, Maggi, Mahatma, Maille, Maldon, Market Pantry, McCormick, McDougalls, Meggle, Meica, Milfina,
  MILRAM, Milsani, Mondamin, Morrisons, Morton, Mrs Dash, Mrs. Dash, Muller, Mutti, Müller, Müllermilch, Nabisco,
  Nairn's, Nando's, Napolina, Nestle, Nestlé, Newman's Own, Ocean Spray, Old El Paso, Onken, Oro di Parma, Oryza,
  Oscar Mayer, Ostmann, Oxo, Palmin, Panda Brand, Patak's, Pepperidge Farm, Perdue, Peter Pan, Pfanni, Pillsbury,
  Planters, Prego, President, Primal Kitchen, Progresso, Président, Quaker, Rachel's, Ragu, Rama, Rao's, Red Boat,
  Red Star, Reis fit, Remano, REWE, REWE Beste Wahl, REWE Bio, Riviana, Ro Tel, Rotel, Rumford, Rummo, Ryvita, S&W,
  Sacla, SAF, Safeway, Sainsbury's, San J, Sanella, Sargento, Saxa, Schwartz, Seitenbacher, Sharwood's, Siete,
  Silver Spoon, Simple Truth, Simply Nature, Simply Organic, SimplyNature, Skippy, Slap Ya Mama, Smucker's,
  Softasilk, Squid Brand, Stork, Stubb's, Swans Down, Swanson, Sweet Baby Ray's, Südzucker, Tate & Lyle, Tesco,
  Tesco Finest, Thai Kitchen, Thomy, Three Crabs, Tilda, Tillamook, Toll House, Tony Chachere's, Trader Joe's,
  Trex, Tyson, Uncle Ben's, Uncle Joe's, Valrhona, Waitrose, Waitrose Essential, Warburtons, Weihenstephan,
  Westacre, Whole Foods, Wish Bone, Woolworths, Yeo Valley, Zatarain's
  `
    .split(',')
    .map((name) => nameKey(name.replaceAll(/[&.]/g, ' ').trim())),
);

export function isBrandName(key: string): boolean {
  return BRANDS.has(key);
}
