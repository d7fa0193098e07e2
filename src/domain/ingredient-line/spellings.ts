/**
 * Words as people write them in lists of ingredients, and the words that they mean: abbreviations of recipe cards, and
 * frequent misspellings.
 */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  `
  flr: flour; bkg: baking; pdr: powder; pwd: powder; pwdr: powder; powd: powdered; conf: confectioners;
  gran: granulated; brn: brown; choc: chocolate; van: vanilla; cinn: cinnamon; evap: evaporated;
  cond: condensed; marg: margarine; oleo: margarine; veg: vegetable; chix: chicken; ckn: chicken;
  chkn: chicken; grd: ground; grnd: ground; chpd: chopped; shred: shredded; grtd: grated; slcd: sliced;
  parm: parmesan; mozz: mozzarella; worc: worcestershire; opt: optional; doz: dozen; env: envelope; pcs: pieces; unsw: unsweetened; pnut: peanut;
  evoo: extra virgin olive oil; acv: apple cider vinegar;

  choco: chocolate; temp: temperature; chedder: cheddar; cheedar: cheddar; vineger: vinegar; vinegear: vinegar;
  potatos: potatoes; tomatos: tomatoes; tomatoe: tomato; potatoe: potato; raisens: raisins; rasins: raisins;
  tarter: tartar; tobasco: tabasco; brocolli: broccoli; brocoli: broccoli; broccolli: broccoli;
  zuchini: zucchini; zuccini: zucchini; zucchinni: zucchini; parmesean: parmesan; parmasan: parmesan;
  parmessan: parmesan; parmezan: parmesan; mozarella: mozzarella; mozzerella: mozzarella;
  mozzarela: mozzarella; cinammon: cinnamon; cinamon: cinnamon; cinnammon: cinnamon; tumeric: turmeric;
  turmuric: turmeric; worchestershire: worcestershire; worcestshire: worcestershire; mayonaise: mayonnaise;
  mayonnaisse: mayonnaise; mayonaisse: mayonnaise; avacado: avocado; avacados: avocados; letuce: lettuce;
  lettice: lettuce; carrott: carrot; carots: carrots; onoin: onion; onoins: onions; omion: onion;
  galic: garlic; garlick: garlic; gralic: garlic; gochuchang: gochujang; gochugang: gochujang;
  jarlsburg: jarlsberg; tortelleni: tortellini; fetta: feta; fettucini: fettuccine; fettuccini: fettuccine;
  fettucine: fettuccine; linguini: linguine; spagetti: spaghetti; cheeese: cheese; chiken: chicken;
  chickn: chicken; chicked: chicken; chickpease: chickpeas; cilanto: cilantro; cillantro: cilantro;
  corriander: coriander; corainder: coriander; cummin: cumin; cumun: cumin; cayanne: cayenne; cayene: cayenne;
  paprica: paprika; oregeno: oregano; orgeano: oregano; rosmary: rosemary; rosemarry: rosemary;
  parsely: parsley; parsly: parsley; thime: thyme; basel: basil; bazil: basil; jalepeno: jalapeno;
  jalepenos: jalapenos; pepers: peppers; peper: pepper; habenero: habanero; chipolte: chipotle;
  guacomole: guacamole; quinoia: quinoa; couscouse: couscous; tahina: tahini; humus: hummus; hommus: hummus;
  houmous: hummus; yogert: yogurt; yoghourt: yogurt; yogourt: yogurt; sourcream: sour cream;
  buttermik: buttermilk; marscapone: mascarpone; mascapone: mascarpone; ricota: ricotta; almonda: almonds;
  walnutes: walnuts; pistacio: pistachio; pistacios: pistachios; pistachos: pistachios; macademia: macadamia;
  hazlenuts: hazelnuts; hazlenut: hazelnut; cashues: cashews; cranberrys: cranberries; blueberrys: blueberries;
  strawberrys: strawberries; rasberries: raspberries; rasberry: raspberry; bannana: banana; bannanas: bananas;
  bananna: banana; pinapple: pineapple; pinneapple: pineapple; mandrin: mandarin; tangarine: tangerine;
  rhubard: rhubarb; asparagas: asparagus; aspargus: asparagus; califlower: cauliflower;
  cauliflour: cauliflower; cabage: cabbage; cellery: celery; celary: celery; cucmber: cucumber;
  cucumbar: cucumber; musrooms: mushrooms; mushroooms: mushrooms; mushroms: mushrooms; shitake: shiitake;
  portabello: portobello; portabella: portobello; shalots: shallots; shallotts: shallots; scallons: scallions;
  spinich: spinach; spinash: spinach; squah: squash; vegtable: vegetable; vegatable: vegetable;
  vegitable: vegetable; vegetabel: vegetable; sausge: sausage; sasuage: sausage; proscuitto: prosciutto;
  prosciuto: prosciutto; panceta: pancetta; brocollini: broccolini; cornstartch: cornstarch;
  bicarbinate: bicarbonate; choclate: chocolate; chocolat: chocolate; chocolote: chocolate; vanila: vanilla;
  vanilia: vanilla; extact: extract; molassas: molasses; mollases: molasses; suger: sugar; sugra: sugar;
  tortila: tortilla; tortillia: tortilla; tortilias: tortillas; margerine: margarine; margarin: margarine;
  shortning: shortening; tablespoos: tablespoons; tablesoon: tablespoon; tablepoon: tablespoon;
  tablespon: tablespoon; tablespooon: tablespoon; teasoon: teaspoon; teapoon: teaspoon; teaspon: teaspoon;
  teaspooon: teaspoon; tablepoons: tablespoons; tablesoons: tablespoons; teapoons: teaspoons;
  teasoons: teaspoons; avocadoes: avocados; mangos: mangoes; mozerella: mozzarella
  `
    .split(';')
    .map((pair) => pair.trim().split(': '))
    .map(([written = '', meant = '']) => [written, meant]),
);

/** Abbreviations of several words, or with marks. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bs ?& ?p\b/gi, 'salt and pepper'],
  [/\bcr\. (?=of\b|cheese\b)/gi, 'cream '],
  [/\bb\. ?p\./gi, 'baking powder'],
  [/\bp-nut\b/gi, 'peanut'],
  [/\blea ?& ?perrins\b/gi, 'Lea and Perrins'],
  [/\bs\.?r\.? flour\b/gi, 'self raising flour'],
];

/** A word, with the full stop of an abbreviation. */
const WORD = /(\p{L}[\p{L}\p{M}'’]*)\.?/gu;

/** The text with words that are spelled out and spelled right. */
export function correctSpellings(text: string): string {
  let corrected = text;
  for (const [written, meant] of PHRASES) corrected = corrected.replaceAll(written, meant);
  return corrected.replaceAll(
    WORD,
    (typed: string, word: string) => SPELLINGS.get(word.toLowerCase()) ?? typed,
  );
}
