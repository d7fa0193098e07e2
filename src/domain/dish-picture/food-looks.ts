/** How foods look in a picture, by the words of their ids: `frozen-spinach` looks like `spinach`. */
import type { Base, Piece } from './dish-picture.ts';

/** The longest phrase that an id contains decides. Foods without a phrase are not seen. */
const PIECE_WORDS: { readonly [piece in Piece]?: string } = {
  tomato: 'tomato plum-tomato beef-tomato',
  'cherry-tomato': 'cherry-tomato sun-dried-tomato',
  cucumber: 'cucumber',
  gherkin: 'gherkin pickle',
  radish: 'radish daikon',
  carrot: 'carrot soup-greens baby-carrot',
  mushroom: 'mushroom shiitake porcini portobello chanterelle truffle',
  onion: 'onion pickled-onion pearl-onion',
  'red-onion': 'red-onion',
  olive: 'olive',
  pea: 'pea fresh-pea split-pea',
  edamame: 'edamame broad-bean',
  corn: 'sweetcorn corn creamed-corn',
  cob: 'sweetcorn-cob corn-on-the-cob',
  'pepper-red': 'red-bell-pepper bell-pepper roasted-red-pepper pointed-pepper',
  'pepper-green': 'green-bell-pepper',
  'pepper-yellow': 'yellow-bell-pepper orange-bell-pepper baby-corn bamboo-shoot bamboo-shoot-tinned',
  chilli: 'red-chilli green-chilli jalapeno thai-chilli dried-chilli chilli',
  broccoli: 'broccoli broccolini romanesco',
  cauliflower: 'cauliflower',
  aubergine: 'aubergine eggplant',
  courgette: 'courgette zucchini',
  avocado: 'avocado guacamole',
  asparagus: 'asparagus',
  'green-bean': 'green-bean okra runner-bean snow-pea mangetout',
  squash: 'pumpkin sweet-potato butternut squash swede papaya',
  beetroot: 'beetroot',
  cabbage: 'white-cabbage savoy-cabbage chinese-cabbage cabbage sauerkraut coleslaw-mix brussels',
  'red-cabbage': 'red-cabbage',
  kimchi: 'kimchi',
  leek: 'leek celery fennel artichoke-heart artichoke kohlrabi palm-heart',
  spinach: 'spinach kale chard wakame spring-greens',
  lettuce: 'lettuce iceberg romaine frisee mixed-salad-leaves lambs-lettuce endive',
  rocket: 'rocket watercress',
  'bean-sprout': 'bean-sprout soybean-sprout',
  sprout: 'brussels-sprout',
  parsnip: 'parsnip celeriac parsley-root turnip',
  'pak-choi': 'pak-choi choy-sum',
  nori: 'nori roasted-seaweed',
  'bean-red': 'kidney-bean red-bean pinto-bean adzuki-bean',
  'bean-black': 'black-bean refried-beans',
  'bean-white':
    'cannellini-bean butter-bean white-bean haricot-bean black-eyed-bean fava-bean-tinned borlotti-bean',
  'baked-bean': 'baked-beans',
  chickpea: 'chickpea falafel',
  lentil: 'brown-lentil puy-lentil lentil-tinned green-lentil lentil urad-dal',
  chicken:
    'chicken-breast chicken-thigh cooked-chicken turkey-breast turkey sliced-turkey duck jackfruit tinned-jackfruit seitan',
  'roast-chicken': 'chicken whole-chicken',
  drumstick: 'chicken-drumstick chicken-leg chicken-wing duck-leg',
  steak: 'sirloin-steak rump-steak steak',
  beef: 'stewing-beef beef diced-lamb lamb-shoulder lamb flank-steak venison beef-roulade',
  pork: 'pork-tenderloin pork-shoulder pork-loin pork veal-escalope veal',
  chop: 'pork-chop lamb-chop',
  roast: 'lamb-leg beef-joint roast-beef',
  mince: 'mince chicken-mince beef-mince pork-mince',
  sausage: 'sausage frankfurter merguez kielbasa bratwurst vegetarian-sausage bologna',
  bacon: 'bacon pancetta chorizo',
  ham: 'ham prosciutto salami',
  salmon: 'salmon smoked-salmon',
  fish: 'cod pollock haddock tilapia hake white-fish catfish redfish halibut plaice sole pickled-herring smoked-haddock herring',
  'whole-fish': 'trout mackerel sea-bass sea-bream',
  flakes: 'tuna tinned-tuna tuna-in-oil smoked-mackerel tinned-salmon tinned-sardine sardine anchovy',
  prawn: 'prawn shrimp crab lobster',
  mussel: 'mussel clam',
  tofu: 'tofu smoked-tofu paneer silken-tofu fried-tofu',
  tempeh: 'tempeh',
  feta: 'feta goat-cheese blue-cheese cottage-cheese',
  mozzarella: 'mozzarella ricotta pizza-mozzarella burrata',
  cheese: 'cheddar emmental gouda gruyere cheese brie camembert provolone raclette processed-cheese',
  halloumi: 'halloumi',
  egg: 'egg',
  potato: 'potato new-potato baking-potato',
  crouton: 'crouton',
  'tortilla-chip': 'tortilla-chip plain-tortilla-chip nacho',
  'rice-cake': 'rice-cake korean-rice-cake',
  apple: 'apple quince',
  pear: 'pear',
  banana: 'banana plantain',
  strawberry: 'strawberry',
  raspberry: 'raspberry frozen-raspberry redcurrant cranberry barberry',
  blueberry: 'blueberry blackberry frozen-berries blackcurrant grape',
  cherry: 'cherry sour-cherry tinned-sour-cherry frozen-cherry',
  mango: 'mango melon nectarine peach passion-fruit',
  pineapple: 'pineapple',
  orange: 'orange mandarin grapefruit',
  lemon: 'lemon preserved-lemon',
  lime: 'lime',
  fig: 'fig',
  kiwi: 'kiwi',
  plum: 'plum prune date',
  raisin: 'raisin sultana',
  apricot: 'apricot dried-apricot',
  pomegranate: 'pomegranate',
  nut: 'walnut hazelnut almond pecan cashew peanut nut mixed-nuts pine-nut pistachio chestnut',
  seed: 'pumpkin-seed sunflower-seed sesame-seed chia-seed hemp-seed flaxseed furikake granola',
  herb: 'parsley cilantro mint dill thyme rosemary sage garden-cress cress oregano tarragon coriander-leaf',
  basil: 'basil',
  'spring-onion': 'spring-onion chives',
  dollop: 'sour-cream creme-fraiche yogurt greek-yogurt quark labneh raita coconut-yogurt soy-yogurt',
  'crisp-onion': 'crispy-fried-onion',
  coconut: 'coconut-desiccated',
  jam: 'jam lingonberry-jam cranberry-sauce redcurrant-jelly',
  pretzel: 'pretzel',
};

/** Foods that contain such a phrase but are not seen as one. */
const UNSEEN = [
  'tomato-sauce chopped-tomato tinned-tomato apple-sauce fish-sauce oyster-sauce mushroom-sauce plum-sauce chilli-sauce',
  'sweet-chilli-sauce cheese-sauce egg-noodle egg-pasta egg-yolk egg-white potato-chip cream-cheese hard-cheese dried-oregano',
  'dried-thyme dried-mint dried-parsley dried-dill dried-rosemary dried-basil dried-sage coriander-seed fennel-seed',
  'mustard-seed cumin-seed caraway-seed nigella-seed lemongrass chilli-flakes corn-tortilla tomato-soup nutmeg beef-dripping',
  'ground-almond water-chestnut processed-cheese parmesan pecorino dried-porcini dried-shiitake red-lentil',
];

const BASE_WORDS: { readonly [base in Base]?: string } = {
  rice: 'rice sushi-rice basmati-rice jasmine-rice risotto-rice paella-rice parboiled-rice puffed-rice',
  'brown-rice': 'brown-rice wild-rice',
  strands: 'spaghetti linguine vermicelli spaghettini capellini',
  ribbons: 'fettuccine tagliatelle egg-pasta pappardelle gluten-free-pasta pasta',
  tubes: 'penne rigatoni macaroni',
  bows: 'farfalle',
  spirals: 'fusilli',
  shells: 'orzo conchiglie',
  spaetzle: 'spaetzle',
  gnocchi: 'gnocchi tortellini ravioli',
  noodles: 'egg-noodle udon ramen-noodle somen rice-noodle noodle',
  'dark-noodles': 'soba',
  'glass-noodles': 'glass-noodle rice-vermicelli shirataki',
  grains: 'couscous giant-couscous bulgur quinoa millet buckwheat pearl-barley barley freekeh spelt',
  polenta: 'polenta grits',
  flatbread: 'pita naan chapati paratha flatbread',
  tortilla: 'flour-tortilla corn-tortilla tortilla taco-shell',
  bread:
    'bread baguette ciabatta sourdough-bread wholemeal-bread bread-roll toast brioche burger-bun english-muffin bagel',
  'dark-bread': 'rye-bread pumpernickel multigrain-bread',
  oats: 'oats rolled-oats muesli granola cornflakes',
};

/** Phrases with these are not bases. */
const NO_BASE =
  'rice-vinegar rice-milk rice-flour rice-paper rice-cake rice-wine rice-syrup buckwheat-flour bread-flour oat-milk breadcrumb fresh-breadcrumb gingerbread';

const GARNISH: ReadonlySet<Piece> = new Set<Piece>([
  'herb',
  'basil',
  'spring-onion',
  'seed',
  'nut',
  'lemon',
  'lime',
  'coconut',
  'pomegranate',
  'crisp-onion',
  'chilli',
  'dollop',
  'raisin',
  'crouton',
]);

const PIECES_BY_PHRASE = byPhrase(PIECE_WORDS, UNSEEN.join(' '));
const BASES_BY_PHRASE = byPhrase(BASE_WORDS, NO_BASE);

/** What is made from a food and does not look like it: `olive-oil`. */
const MADE_FROM: ReadonlySet<string> = new Set([
  'oil',
  'juice',
  'vinegar',
  'powder',
  'stock',
  'paste',
  'flour',
  'milk',
  'zest',
  'salt',
  'starch',
  'syrup',
  'extract',

  'butter',
  'wine',
  'leaf',
  'sugar',
  'vodka',
  'liqueur',
  'molasses',
  'mix',
  'granules',
  'wrapper',
  'crackers',
]);

export function pieceOfFood(foodId: string): Piece | undefined {
  if (MADE_FROM.has(foodId.slice(foodId.lastIndexOf('-') + 1)) && foodId !== 'coleslaw-mix') return undefined;
  return longestPhrase(PIECES_BY_PHRASE, foodId);
}

export function baseOfFood(foodId: string): Base | undefined {
  return longestPhrase(BASES_BY_PHRASE, foodId);
}

/** Whether the piece lies on top of a dish, in small amounts. */
export function isGarnish(piece: Piece): boolean {
  return GARNISH.has(piece);
}

function byPhrase<Word extends string>(
  words: { readonly [word in Word]?: string },
  unseen: string,
): ReadonlyMap<string, Word | undefined> {
  const found = new Map<string, Word | undefined>();
  for (const phrase of unseen.split(' ')) found.set(phrase, undefined);
  for (const word of Object.keys(words) as Word[])
    for (const phrase of words[word]?.split(' ') ?? []) found.set(phrase, word);
  return found;
}

function longestPhrase<Word>(phrases: ReadonlyMap<string, Word | undefined>, id: string): Word | undefined {
  const words = id.split('-');
  for (let length = words.length; length > 0; length -= 1)
    for (let from = words.length - length; from >= 0; from -= 1) {
      const phrase = words.slice(from, from + length).join('-');
      if (phrases.has(phrase)) return phrases.get(phrase);
    }
  return undefined;
}
