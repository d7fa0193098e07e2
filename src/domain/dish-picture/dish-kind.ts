/** The kind of a dish, by the words of its title in English and German, by its form in the book, or by its foods. */
import type { Form } from '#domain/recipe/book-recipe.ts';
import type { Base, DishKind, Piece } from './dish-picture.ts';

/** The first rule with a word that the title contains decides, so special ones come first. */
const KINDS_BY_TITLE = wordRules<DishKind>([
  ['plate', 'currywurst'],
  [
    'platter',
    'breakfast plate|full english|sunday breakfast|japanese breakfast|ploughman|obatzda|cheese spread|brotzeit|frühstück',
  ],
  ['porridge', 'smoothie bowl'],
  ['sections', 'burrito bowl|rice bowl|noodle bowl|buddha bowl| poke |bibimbap'],
  ['pizza', 'pizza|flammkuchen|lahmacun|pissaladi'],
  [
    'casserole',
    'shepherd|cottage pie|fish pie|lasagne|lasagna|gratin|auflauf|moussaka|parmigiana|enchilada|cannelloni|pasta bake|casserole|überbacken|toad in the hole|baked oats|stovetop bake',
  ],
  ['burger', 'burger|sloppy joe|egg muffin|frikadellenbrötchen'],
  ['hot-dog', 'hot dog|hotdog'],
  ['taco', 'taco|piadina'],
  ['quesadilla', 'quesadilla|and feta flatbread'],
  ['lettuce-cups', 'lettuce wrap|salatwrap|lettuce cup'],
  ['sushi', 'sushi|maki '],
  ['onigiri', 'onigiri'],
  ['fondue', 'fondue'],
  ['nachos', 'nacho|chilaquiles'],
  ['waffles', 'waffle|waffel'],
  ['torn-pancake', 'kaiserschmarrn|schmarrn'],
  ['crepe', 'crepe|crêpe|galette|dosa|paratha|palatschinken|german pancake|chickpea flour omelette'],
  ['pitta', 'pitta| pita |pita-|döner|shawarma|gyros im'],
  [
    'fritters',
    'fritter|puffer|rösti|reibekuchen|hash brown|potato pancake|kimchi pancake|fish cake|bubble and squeak|cabbage pancake|fischküchle|falafel',
  ],
  ['eggs-in-sauce', 'shakshuka|huevos rancheros'],
  ['frittata', 'frittata|tortilla española|farinata|dutch baby|ofenpfannkuchen'],
  ['omelette', 'omelet'],
  ['boiled-eggs', 'soldiers|boiled egg|gekochte eier|frühstücksei'],
  ['pancakes', 'pancake|pfannkuchen|eierkuchen'],
  ['tart', 'quiche| tart | tarts |tarte |wähe'],
  ['pastries', 'empanada|sausage roll|turnover|strudel|pasties|börek'],
  ['triangles', 'samosa'],
  ['balls', 'bread dumpling|quark dumpling|knödel|klöße|kloß'],
  ['dumplings', 'gyoza|pierogi|maultasche|wonton|ravioli|jiaozi|potsticker|teigtasche'],
  ['muffins', 'oat muffin|muffins mit|blueberry muffin|cupcake|apfelmuffin|muffin'],
  ['biscuits', 'scone|cookie|plätzchen|biscuit|kekse'],
  ['loaf', 'banana bread|bananenbrot|nut loaf|gingerbread|zopf|brot backen'],
  ['drink', 'smoothie|milkshake| shake|lassi|limonade|lemonade|juice|eistee|iced tea|hot chocolate|kakao'],
  ['jacket-potato', 'jacket potato|baked potato|ofenkartoffel|folienkartoffel'],
  ['stuffed', 'stuffed|gefüllte paprika|gefüllte zucchini|gefüllte auberginen|gefüllte tomaten|imam bayildi'],
  [
    'rolls',
    'cabbage roll|kohlroulade|krautwickel|spring roll|paper roll|sommerrolle|frühlingsrolle|summer roll',
  ],
  ['sections', ' bowl|-bowl'],
  ['wrap', 'wrap|burrito|fajita'],
  ['bagel', 'bagel'],
  ['roll', 'bánh mì|banh mi|cheesesteak|ciabatta|panini|baguette belegt| sub '],
  ['noodle-soup', 'ramen|pho |noodle soup|nudelsuppe|udon soup|laksa|soup with noodles'],
  ['soup', 'soup|suppe|chowder|borscht|gazpacho|minestrone|brühe|bisque|caldo verde|tom kha|tom yum'],
  [
    'toast',
    'toast|rarebit|tuna melt|smørrebrød|smörrebröd|bruschetta|open rye|open sandwich|croque|rye bread with|stulle|flatbreads with labneh|egg muffins|benedict|rye bread| flatbreads |belegtes brot',
  ],
  ['sandwich', 'sandwich|blt'],
  ['salad', 'salad|salat|tabbouleh|fattoush|panzanella|gado gado|harissa couscous'],
  ['curry', 'curry|dal |dhal|masala|korma|paneer|keema|bharta|aloo gobi|rogan josh|rajma|butter chicken'],
  [
    'skillet',
    'macaroni with potatoes|fried potatoes|pfanne| hash|scramble|bhurji|poha|spätzle with savoy|potato noodles|farmers',
  ],
  ['tray', 'traybake|vom blech|tray bake|sheet pan'],
  ['paella', 'paella|jambalaya'],
  [
    'rice',
    'risotto|fried rice|pilaf|biryani|pulao|jollof|kedgeree|risi e bisi|milchreis-pfanne|gebratener reis|reispfanne',
  ],
  [
    'porridge',
    'porridge|overnight|muesli|müsli|granola|congee|chia pudding|grießbrei|milchreis|rice pudding|khichdi|upma|haferbrei|joghurt|yogurt| quark ',
  ],
  [
    'stew',
    'stew|goulash|gulasch|eintopf|chilli con|chili con|bean chilli| chilli | chili |tagine|ratatouille|ragout|feijoada|misir wot|ful medames|cacciatora',
  ],
  ['noodles', 'noodle|pad thai|pad see|yaki udon|chow mein|lo mein|soba|mie-nudeln'],
  [
    'pasta',
    'pasta|spaghetti|penne|nudel|macaroni|carbonara|bolognese|tagliatelle|linguine|spätzle|tortellini|tortelloni|gnocchi',
  ],
  ['cake', 'birthday cake|cheesecake|carrot cake|chocolate cake|kuchen|torte|brownie|sponge'],
  ['pie', ' pie | pies |spanakopita|pastete'],
]);

const KINDS_BY_FORM: { readonly [form in Form]: DishKind } = {
  soup: 'soup',
  stew: 'stew',
  curry: 'curry',
  bake: 'casserole',
  roast: 'plate',
  pan: 'plate',
  'stir-fry': 'curry',
  salad: 'salad',
  bowl: 'sections',
  pasta: 'pasta',
  rice: 'rice',
  noodles: 'noodles',
  sandwich: 'sandwich',
  wrap: 'wrap',
  pizza: 'pizza',
  pie: 'pie',
  dumplings: 'balls',
  pancakes: 'pancakes',
  eggs: 'plate',
  porridge: 'porridge',
  plate: 'plate',
};

type KindFacts = {
  readonly title: string;
  readonly form?: Form | undefined;
  readonly base: Base;
  readonly pieces: readonly Piece[];
};

export function kindOfDish({ title, form, base, pieces }: KindFacts): DishKind {
  const names = namesOf(title);
  if (/ on rye| on toast/.test(title)) return 'toast';
  const byTitle = firstOf(names);
  const kind = byTitle ?? (form ? KINDS_BY_FORM[form] : kindOfFoods(base, pieces));
  if (form === 'salad' && (kind === 'pasta' || kind === 'noodles' || kind === 'curry')) return 'salad';
  if (form === 'soup' && kind !== 'noodle-soup') return SOUP_NOODLES.has(base) ? 'noodle-soup' : 'soup';
  if (form === 'bake' && kind === 'casserole' && !byTitle && (isWholePiece(pieces[0]) || SERVED.has(base)))
    return 'plate';
  return kind;
}

/** What is served beside a dish from the oven, not baked in it. */
const SERVED: ReadonlySet<Base> = new Set<Base>(['rice', 'brown-rice', 'grains', 'chips', 'polenta']);

const SOUP_NOODLES: ReadonlySet<Base> = new Set<Base>(['noodles', 'glass-noodles', 'strands']);

function firstOf(names: readonly string[]): DishKind | undefined {
  for (const name of names) {
    const kind = kindOfTitle(name);
    if (kind) return kind;
  }
  return undefined;
}

/** What comes before "with" or "mit" names the dish, the rest lies beside it; after a comma, it is named again. */
function namesOf(title: string): string[] {
  return title.split(', ').map((part) => {
    const lower = ` ${part} `;
    const ends = [' with ', ' mit '].map((word) => lower.indexOf(word)).filter((at) => at > 0);
    return `${lower.slice(0, Math.min(lower.length, ...ends))} `;
  });
}

function kindOfTitle(text: string): DishKind | undefined {
  return KINDS_BY_TITLE.find(([, words]) => words.some((word) => text.includes(word)))?.[0];
}

const WHOLE: ReadonlySet<Piece> = new Set<Piece>([
  'salmon',
  'fish',
  'whole-fish',
  'breaded',
  'finger',
  'drumstick',
  'steak',
  'chop',
  'sausage',
  'roast',
  'skewer',
  'chicken',
  'roast-chicken',
  'patty',
  'meatball',
  'kofta',
]);

export function isWholePiece(piece: Piece | undefined): boolean {
  return piece !== undefined && WHOLE.has(piece);
}

/** For an own recipe whose title says nothing. */
function kindOfFoods(base: Base, pieces: readonly Piece[]): DishKind {
  if (['strands', 'ribbons', 'tubes', 'bows', 'spirals', 'shells', 'spaetzle', 'gnocchi'].includes(base))
    return 'pasta';
  if (['noodles', 'dark-noodles', 'glass-noodles'].includes(base)) return 'noodles';
  if (base === 'oats') return 'porridge';
  if (isWholePiece(pieces[0])) return 'plate';
  if (base === 'rice' || base === 'brown-rice' || base === 'grains') return 'curry';
  if (pieces.includes('lettuce')) return 'salad';
  return 'plate';
}

/** Rules that hold for a title with one of some words, which are separated by a vertical line. */
export function wordRules<Result>(
  rules: readonly (readonly [Result, string])[],
): readonly (readonly [Result, readonly string[]])[] {
  return rules.map(([result, words]) => [result, words.split('|')]);
}
