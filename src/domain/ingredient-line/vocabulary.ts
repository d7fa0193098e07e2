/**
 * The closed vocabulary of ingredient lines: words that do not make a food another food. "Chopped" is one, since
 * chopped parsley is parsley. "Cooked" is not, since cooked rice weighs three times as much; nor is any colour, since a
 * red onion is another food. A doubtful word is left out: the line is then not understood, or its allergens are not
 * sure, which is better than wrong.
 */
import type { Aisle } from '#domain/food/food.ts';
import { findUnit, type Unit } from '#domain/quantity/unit.ts';
import { nameKey } from '#domain/food/name-key.ts';
import { phrasesAt } from './phrase.ts';
import type { Token } from './tokens.ts';

/** Where a qualifier keeps its meaning: with every food, or with those of some aisles. */
type Scope = 'every' | ReadonlySet<Aisle>;

/** Beside the name of any food, in English. Separated by commas; a phrase may have several words. */
const EVERY_SET = new Set(
  phrases(`
  chopped, diced, sliced, grated, shredded, crushed, peeled, cubed, halved, quartered, torn, crumbled, sifted, sieved,
  packed, oil packed, water packed, brine packed, brined, unpacked, softened, melted, ripe, unripe, underripe, overripe, raw, uncooked, lean, trimmed, untrimmed,
  washed, rinsed, drained, undrained, toasted, pitted, unpitted, stoned, seeded, unseeded, deseeded, hulled, shelled,
  unshelled, slivered, flaked, squeezed, zested, juiced, mashed, beaten, whisked, strained, bruised, smashed, pounded,
  scrubbed, cleaned, cored, uncored, stemmed, destemmed, julienned, shaved, snipped, segmented, spiralized, blanched,
  thawed, defrosted, cut, cut up, unpeeled, split, separated, crumbled up, bashed, skinned, sectioned, grated fine,
  chopped fine, chopped coarse, sliced thin, patted dry, squeezed dry, well drained, picked over, tied, butterflied,
  boneless, skinless, boned, deboned, bone in, skin on, on the bone, off the bone, fat trimmed, well trimmed, rindless,
  crustless, seedless, stoneless, stringless, deveined, husked, shucked, debearded, tail on, tails on, tail off,
  tails off, shell on, head on, heads on, frenched, french trimmed,
  very, lightly, finely, roughly, coarsely, thinly, thickly, freshly, loosely, tightly, firmly, well, gently, partially,
  slightly, fully, completely, relatively, fairly, naturally, extra, super, fresh ground, fresh grated, fresh squeezed, fresh cracked,
  good, good quality, high quality, best quality, top quality, best, finest, nice, decent, organic, free range, cage free,
  pasture raised, pastured, grass fed, corn fed, outdoor reared, farm fresh, wild caught, sustainable, fairtrade,
  fair trade, plain, natural, firm, clear, runny, stiff, tender, juicy, plump, fluffy, live, chunk, colorful, colourful, multi colored, multi coloured, multicolored,
  multicoloured, fat, thick, thin, thick cut, thin cut,
  spiral sliced, spiral cut, vac packed, vacuum packed, thumb sized, thumb size, bite sized, bite size, good sized, medium sized, old fashioned, mature, floury, waxy,
  low sodium, lower sodium, reduced sodium, less sodium, reduced salt, low salt, no salt added, no salt, no added salt,
  unsalted, salt free, unsweetened, no sugar added, no added sugar, pure, real, genuine, authentic, generous, some,
  additional, more, remaining, reserved, leftover, left over, assorted, heirloom, vine ripened, vine ripe, on the vine,
  sun ripened, seasonal, in season, day old, stale, homemade, home made, store bought, shop bought, ready made,
  store brand, your favorite, your favourite, favorite, favourite, cold, chilled, cool, cooled, warm, warmed, hot, boiling,
  boiled water, lukewarm, tepid, ice cold, fridge cold, refrigerated, room temperature, at room temperature, whole,
  large size, local, imported, other, another, any, quality, coarse grained, unflavored, unflavoured, unseasoned, salted, lightly salted, unbleached, bleached, pre baked, ripped, cooking, thick slices of, dutch process, dutch processed, light or dark, dark or light, purchased, regular, traditional, classic, original, standard, basic, everyday, optional, each, apiece, of each, no boil, semi pearled, pearled, high protein, fine grain, coarse grain, whole grain cut, skin off, skin removed, thick sliced, thinly sliced, canned or fresh, fresh or frozen, frozen or fresh, roasting, stewing, soup
`),
);

/** Adjectives and participles in German, without their endings. */
const GERMAN_SET = new Set(
  phrases(`
  gehackt, gewürfelt, gerieben, geraspelt, gegart, vorgegart, erwärmt, angewärmt, abgekühlt, ungeschält, abgewaschen, geschält, geschnitten, gepresst, ausgepresst, reif, vollreif, weich, fein, grob, geröstet,
  geschmolzen, zerlassen, entkernt, entsteint, abgetropft, mehligkochend, mehlig kochend, festkochend, fest kochend,
  vorwiegend festkochend, vorwiegend, gewaschen, zimmerwarm, kalt, warm, heiß, lauwarm, gekühlt, aufgetaut, gezupft,
  zerdrückt, zerkleinert, halbiert, geviertelt, geputzt, ungesalzen, gesiebt, kleingeschnitten, unbehandelt, ungespritzt,
  gut, saftig, knackig, nativ, kaltgepresst, leicht, locker, dünn, dick, schön, extra, mild, kräftig, regional, bio,
  etwas, ganz, einige, frisch gepresst, frisch gemahlen, frisch gerieben, fein gehackt, grob gehackt, fein gewürfelt,
  fein gerieben, klein geschnitten, klein gewürfelt, in scheiben, in würfeln, in streifen, in ringen, in stücken, am stück,
  abgezupft, gezuckert nicht, getrennt, verquirlt, gehobelt, gestiftelt, küchenfertig, ohne knochen, mit haut, ohne haut
`),
);

const FRESH: readonly Aisle[] = ['vegetables', 'fruit', 'herbs', 'meat', 'fish'];
/** Qualifiers with the foods of some aisles; elsewhere they mean another food. */
const IN_AISLES = mergeScopes([
  ['fresh, frisch', [...FRESH, 'dairy', 'bakery', 'eggs', 'grains', 'legumes', 'plant', 'condiments']],
  ['dried, getrocknet', ['spices', 'grains', 'legumes']],
  ['dry, trocken', ['drinks', 'bakery', 'grains', 'legumes', 'spices']],
  ['ground, gemahlen', ['spices', 'nuts']],
  ['powdered', ['spices']],
  ['minced', ['vegetables', 'herbs', 'fruit', 'condiments']],
  ['baby, young', ['vegetables']],
  ['frozen', ['frozen', 'fish', 'meat', 'fruit', 'vegetables', 'bakery']],
  ['tk, tiefgekühlt', ['frozen', 'fish', 'meat', 'bakery']],
  ['canned, tinned, jarred', ['tins']],
  ['strong, weak, brewed, filtered, bottled', ['drinks']],
  ['light, dark, mild', ['oils', 'drinks', 'condiments', 'baking', 'tins']],
  ['light', ['meat']],
  ['smoked, geräuchert', ['meat', 'fish']],
  ['sweet', ['vegetables', 'fruit', 'drinks', 'spices']],
  ['large flake, flaky, flaked, coarse, fine, grobes, feines', ['spices', 'grains', 'baking']],
  ['instant, quick cooking, quick cook, easy cook', ['grains']],
  ['prepared', ['tins', 'condiments']],
  [
    'cooked, grilled, roasted, steamed, fried, poached, hard cooked, hard boiled, soft boiled, roast, crispy',
    ['tins', 'meat', 'fish', 'vegetables', 'eggs', 'nuts', 'fruit'],
  ],
  ['powder', ['spices']],
  ['caps', ['vegetables']],
  ['granulated', ['spices', 'baking']],
  ['virgin, cold pressed, refined, unrefined, neutral', ['oils']],
  [
    'full fat, full cream, whole milk, low fat, reduced fat, lowfat, light, lite, skim, part skim',
    ['dairy', 'tins', 'condiments', 'plant'],
  ],
  ['sharp, extra sharp, mild, aged', ['dairy']],
  ['smooth, creamy, crunchy, chunky', ['nuts', 'condiments', 'dairy', 'plant']],
  [
    'center cut, centre cut, streaky, thick sliced, thin sliced, smoked, unsmoked, uncured, hickory smoked, applewood smoked',
    ['meat'],
  ],
  ['unwaxed, wax free, navel, seedless, tart, crisp, eating', ['fruit']],
  ['curly, flat leaf, italian', ['herbs']],
  ['long grain, short grain, medium grain', ['grains']],
]);

/** Words that make another food of any food, or of some, although no name in the catalogue has them. */
const CHANGES_FOOD = new Set(
  phrases(`
    vegan, vegane, veganer, veganes, veganen, vegetarian, vegetarische, vegetarischer, veggie, plant, pflanzlich,
    pflanzliche, pflanzlicher, based, meatless, meat, dairy, gluten, glutenfrei, glutenfreie, glutenfreier, glutenfreies,
    laktosefrei, laktosefreie, laktosefreier, free, frei, non, no, not, mock, imitation, faux, fake, artificial, replacement, replacer,
    substitute, alternative, ersatz, flavored, flavoured, flavor, flavour, scented, infused, stuffed, filled, gefüllt,
    gefüllte, gefüllter, breaded, panierte, panierter, paniertes, battered, coated, dipped, covered, topped, glazed,
    candied, crystallized, crystallised, kandierte, kandierter, marinated, mariniert, marinierte, marinierter, pickled,
    eingelegte, eingelegter, eingelegtes, fermented, cultured, sprouted, puffed, popped, malted, curried, creamed, spiced,
    cured, jellied, condensed, dehydrated, freeze, konjac, shirataki, mushroomless, eggless, flourless, sugarless,
    made, kit, mix, meal, baby food, geschmack, aroma
  `),
);

/** Where a food is from or in fashion: "Spanish sherry vinegar". Not with every food; "French dressing" has its name. */
const ORIGINS = new Set(
  phrases(`
    american, californian, canadian, mexican, english, british, scottish, irish, welsh, cornish, french, breton, german,
    dutch, belgian, swiss, austrian, danish, swedish, norwegian, atlantic, pacific, alaskan, italian, sicilian,
    tuscan, neapolitan, spanish, portuguese, greek, cretan, cypriot, turkish, lebanese, persian, indian, thai, vietnamese,
    chinese, japanese, korean, asian, oriental, australian, jamaican, caribbean, hungarian, polish, russian, moroccan,
    european, mediterranean, deutsche, deutscher, italienische, italienischer, griechischer, griechische, spanische,
    spanischer, französische, französischer, schweizer, österreichische, türkische, türkischer, asiatische
  `),
);

export function isOrigin(key: string): boolean {
  return ORIGINS.has(key);
}

export function changesFood(key: string): boolean {
  return CHANGES_FOOD.has(key);
}

/** Words that may follow the name of a food and begin its tail. */
const FOLLOWERS = new Set(
  phrases(`
    for, to, as, from, in, into, with, without, on, at, if, plus, about, per, each, preferably, ideally, such, like, see,
    optional, until, then, depending, or, and, of your choice, of choice, of your choosing, of assorted colors, of assorted colours, of any kind, only, weighing, approximately, approx, total,
    divided, needed, you, your, i, we, my, the, this, so, but, though, although, because, while, where, whatever, enough,
    minus, including, preferable, any, a few, more, used, made, thinned, dissolved, soaked, mixed, that, which, when, not,
    zum, zur, für, nach, aus, mit, ohne, am, im, à, je, ca, etwa, bei, oder, und, sowie, bzw, evtl, eventuell, nur, vom,
    in, auf, davon, alternativ, ersatzweise, wahlweise, z, ungefähr, insgesamt
  `),
);

/** What a tail may say without naming a food. */
const HARMLESS = new Set(
  phrases(`
    a, an, the, of, and, or, if, as, at, in, into, on, to, for, from, by, with, without, per, than, then, until, till, up,
    out, off, over, down, about, around, through, between, along, across, against, away, it, its, them, they, their,
    this, that, these, those, you, your, youll, youre, we, our, us, is, are, be, been, being, was, were, has, have, had,
    do, does, dont, not, no, will, would, can, could, may, might, should, must, also, just, only, even, still, so, too,
    very, quite, rather, really, much, many, more, most, less, least, few, fewer, several, some, any, other, others,
    each, every, both, all, half, third, thirds, quarter, quarters, total, altogether, amount, amounts, equal, equivalent,
    approximately, approx, roughly, circa, depending, according, such, like, eg, ie, etc, optional, optionally,
    preferably, ideally, possible, available, desired, needed, necessary, required, wanted, wish, want, need, like,
    prefer, preference, preferred, choice, choose, use, used, using, make, makes, making, made, yield, yields, get, buy,
    bought, find, see, note, notes, tip, tips, recipe, recipes, follows, below, above, here, step, method, instructions,
    directions, package, packet, label, page, text, intro, headnote, footnote, faq, link, video,
    serving, serve, servings, garnish, garnishing, dust, dusting, greasing, grease, greased, frying, fry, deep, shallow,
    brushing, brush, sprinkling, sprinkle, drizzling, drizzle, decorate, decorating, decoration, topping, top, tops, taste,
    pan, pans, baking, sheet, tin, bowl, pot, dish, plate, skillet, grill, grilling, oven, microwave, blender, processor,
    fridge, refrigerator, freezer, overnight, hour, hours, minute, minutes, day, days, ahead, time, later, divided,
    rolling, coating, dredging, kneading, surface, work, counter, board, hands, finishing, rimming, glass, marinade, filling,
    frosting, icing, glaze, glazing, crust, dough, batter, sauce, dressing, soup, salad, cake, cookies, table, pass, passing,
    cut, chop, chopped, slice, sliced, dice, diced, mince, minced, grate, grated, crush, crushed, peel, peeled, seed, seeds,
    seeded, deseeded, core, cored, stem, stems, stemmed, leaf, leaves, stalk, stalks, skin, skins, skinned, bone, bones,
    boned, fat, rind, rinds, pith, membrane, membranes, ribs, veins, root, roots, end, ends, tip, tough, woody, outer,
    inner, layer, layers, part, parts, white, green, pale, dark, light, center, centre, middle, tender, thick, thin,
    thickness, wide, width, long, length, lengths, lengthwise, lengthways, crosswise, crossways, diagonal, diagonally,
    horizontally, vertically, bias, inch, inches, cm, mm, centimetre, centimetres, piece, pieces, chunk, chunks, cube, cubes,
    strip, strips, wedge, wedges, ring, rings, round, rounds, ribbon, ribbons, matchstick, matchsticks, baton, batons,
    stick, sticks, julienne, coin, coins, half, halves, halved, quartered, floret, florets, spear, spears, segment,
    segments, bite, size, sized, sizes, small, medium, large, big, bigger, smaller, shape, shapes, shaped, diamond,
    triangles, squares, planks, crumbs, shards, flakes, shavings, slivers, dices, rough, roughly, fine, finely, coarse,
    coarsely, thinly, thickly, neatly, evenly, uniform, removed, remove, discarded, discard, reserved, reserve, retained,
    set, aside, separated, separate, separately, drained, rinsed, dried, patted, dry, towel, towels, paper, wiped,
    clean, cleaned, washed, scrubbed, trimmed, tied, twine, kitchen, string, soaked, soaking, soak, hydrated, liquid,
    juice, juices, zest, zested, juiced, squeezed, squeeze, strained, sieved, sifted, softened, soft, melted, melt, cooled,
    cool, cold, warm, warmed, hot, heated, room, temperature, chilled, frozen, thawed, defrosted, fresh, freshly, ground,
    toasted, roasted, cooked, uncooked, raw, boiled, hard, steamed, blanched, browned, fried, grilled, baked, beaten,
    lightly, whisked, whipped, mashed, pureed, blended, mixed, combined, dissolved, crumbled, torn, shredded, smashed,
    bruised, packed, loosely, firmly, tightly, heaped, heaping, level, rounded, scant, generous, extra, additional,
    leftover, ripe, firm, good, best, quality, organic, free, range, homemade, store, shop, bought, brand, any, kind, type,
    variety, varieties, color, colors, colour, colours, assorted, whole, plain, unsalted, salted, sweetened, unsweetened,
    low, sodium, reduced, high, vegan, vegetarian, gluten, dairy, substitute, substitution, alternative, instead,
    alternatively, adjust, adjusted, according, based, weight, weighed, weighing, weigh, measured, volume, ounce, ounces,
    pound, pounds, gram, grams, cup, cups, tablespoon, tablespoons, teaspoon, teaspoons, tbsp, tsp, oz, lb, lbs, g, kg, ml,
    l, can, cans, tin, tins, jar, jars, box, bottle, bag, container, pack, degrees, f, c, fahrenheit, celsius, supermarket,
    supermarkets, grocer, grocers, grocery, store, stores, shops, shop, market, markets, online, specialty, specialist,
    asian, butcher, fishmonger, ask, have, sold, labeled, called, known, aka, similar, same, different, well, better,
    separated, cap, caps, crusts, shell, shells, shelled, tail, tails, intact, attached, left, deveined, pin, excess,
    one, two, three, four, five, six, seven, eight, nine, ten, dozen, first, second, once, twice, finished, end,
    taste, tasting, seasoning, season, seasoned, spicy, spice, spiciness, heat, hotter, sweet, sweetness, tart, mild,
    stripped, plucked, picked, scraped, split, lengthways, pitted, stoned, stone, stones, pits, flesh, pulp, scooped, pressed,
    garlic press, try, combination, percent, edge, edges, slit, refer, cob, cobb, cook, cooks, measurement, measurements, bit, order, helps, help, stay, gives, give, texture, popular, after, before, while, during, tiny, lots, neutral, neutral flavored, neutral flavoured, flavored, flavoured, flavor, flavour, mandoline, peeler, vegetable peeler, scissors, food processor, rice cooker, slow cooker, pressure cooker, coffee grinder, cheesecloth, intervals, beards, strings, casing, casings, broken, ripped, reasonably, fairly, especially, slight, slightly, overly, never, grade, info, example, everyday, i, my, me, gluten free, dairy free, nut free, egg free, soy free, sugar free, lactose free, fat free, glutenfrei, laktosefrei, rolled, thinned, tenderized, pounded, flattened, butterflied, scored, pierced, smoothed, desiccated,
    cores, core, skin on, skin off, leave, leaves out, leave out, small children, children, child, kids, adults, those,
    who, whoever, slanting, slanted, angle, dipped, dip, boiling, pod, pods, finger, fingers, checked, straight, short,
    moon, moons, slab, slabs, little, thrown, throw, water, mixed, people, guests, everyone, person, ends, halfway,
    upright, flat, side, sides, cup shaped, opened, closed, lid, liquid, brine, tin, syrup, drain, rinse, wash, mash,
    size of a walnut, size of an egg, size of a hazelnut, size of an almond, size of a pea, walnut sized, walnut size, egg sized,
    pea sized, almond sized, hazelnut sized, walnussgroß, haselnussgroß, beat, whisk, blend, stir, toss, tossed, press, snipped, snip, tear, crumble, thaw, trim, rub, rubbed, cleaned well
  `),
);

const HARMLESS_GERMAN = new Set(
  phrases(`
    und, oder, mit, ohne, zum, zur, für, in, im, am, an, auf, aus, von, vom, bei, nach, je, ca, circa, etwa, der, die, das,
    den, dem, des, ein, eine, einen, einer, eines, einem, nicht, nur, auch, noch, sehr, gut, etwas, wenig, mehr, viel,
    bzw, evtl, eventuell, optional, wahlweise, ersatzweise, alternativ, belieben, geschmack, bedarf, garnieren, bestreuen,
    bestäuben, dekorieren, servieren, braten, anbraten, ausbacken, frittieren, backen, einfetten, fetten, form, blech,
    bestreichen, beträufeln, arbeitsfläche, teig, füllung, soße, sauce, dressing, deko, verzieren, kochen, würzen,
    abschmecken, rest, stück, stücke, scheibe, scheiben, würfel, streifen, ringe, ringen, würfeln, stücken, stücke, hälften,
    hälfte, spalten, blätter, blättchen, schale, saft, abrieb, größe, gr, m, l, s, xl, feine, grobe, dünne, dicke, kleine,
    große, mittelgroße, gehackt, gewürfelt, gerieben, geschält, geschnitten, gepresst, abgetropft, abtropfgewicht, gewaschen,
    geputzt, entkernt, halbiert, geviertelt, getrocknet, frisch, reif, weich, kalt, warm, heiß, zimmertemperatur, flüssig,
    fett, tr, i, st, ø, packung, dose, glas, becher, bund, zehe, zehen, el, tl, prise, gramm, liter, fein, grob, klein, z, b,
    zubereitung, packungsanweisung, siehe, rezept, tipp, hinweis, alternative, bio, qualität, aufgetaut, tiefgekühlt,
    bestreuung, garnitur, portion, portionen, extra, zusätzlich, ungefähr, gegebenenfalls, ggf, selbst, selbstgemacht, gemacht, schneiden, gerne, kannst, kann, du, man, weggelassen, weglassen, edelsüß, scharf, rot, grün, gelb, schwarz, weiß, roter, rote, roten, rotes, grüner, grüne, schwarzer, weißer, mühle, pfeffermühle, sorte, natur, zzgl, inkl, minuten, kernlos, mehlig, quadratisch, rund, runde, kühlregal, kühltheke, nettogewicht, füllmenge, beste, wahl, dop, aop, dünsten, schmoren, rösten, pinseln, anderes, andere, gekocht, gekochte, vorgekocht, altbacken, vom vortag, brutto, netto, oben, unten, alternative, zutat, zutaten, handvoll, hand, voll, frische, frischer, frisches, insgesamt, davon, stiel, stiele, kerne, haut
  `),
);

/** Parts that are named after their food: garlic cloves, basil leaves. A lime leaf is no part of a lime. */
const PARTS: Readonly<Partial<Record<Unit, readonly Aisle[]>>> = {
  clove: ['vegetables'],
  stalk: ['vegetables', 'herbs'],
  stick: ['vegetables', 'spices'],
  head: ['vegetables'],
  ear: ['vegetables'],
  sprig: ['herbs'],
  leaf: ['herbs', 'vegetables'],
  fillet: ['fish', 'meat'],
  slice: ['bakery', 'meat', 'dairy', 'fruit', 'vegetables'],
  wedge: ['fruit', 'vegetables'],
  bunch: ['herbs', 'vegetables'],
  piece: ['meat', 'fish', 'vegetables', 'fruit', 'nuts'],
  cube: ['meat', 'vegetables', 'fruit', 'bakery'],
};

/** Nouns that a name may end with: "gouda cheese", "bucatini pasta", "shiitake mushrooms". */
const CLASS_NOUNS: Readonly<Partial<Record<Aisle, ReadonlySet<string>>>> = {
  dairy: new Set(['cheese', 'kase']),
  fruit: new Set(['flesh', 'fruchtfleisch']),
  grains: new Set(['pasta', 'rice', 'noodle', 'noodles', 'nudeln', 'flour']),
  vegetables: new Set(
    phrases(
      'mushroom, mushrooms, pepper, peppers, chile, chiles, chili, chilies, chilli, chillies, squash, lettuce, greens, root',
    ),
  ),
  herbs: new Set(['herb', 'herbs']),
  baking: new Set(['powder', 'pulver']),
  spices: new Set(['powder', 'spice', 'seasoning', 'pulver', 'gewurz']),
  fish: new Set(phrases('fish, fillet, fillets, steak, steaks, meat, loin, portion, portions, strips')),
  meat: new Set(phrases('meat, fleisch, roast, steak, steaks, joint, portion, portions, strips')),
  nuts: new Set(['nut', 'nuts', 'kernels', 'kerne']),
  tins: new Set(['beans']),
  legumes: new Set(['beans', 'lentils', 'dal']),
  condiments: new Set(['sauce', 'paste']),
};

const CONJUNCTIONS = new Set(['or', 'oder', 'and', 'und', 'bzw']);
const ALTERNATIVE = new Set(['or', 'oder', 'bzw']);

const PERCENT = /^\d+(?:[.,]\d+)?%$/;

export function findScope(key: string): Scope | undefined {
  if (EVERY_SET.has(key) || PERCENT.test(key)) return 'every';
  return IN_AISLES.get(key) ?? germanScope(key);
}

function germanScope(key: string): Scope | undefined {
  const stem = key.replace(/e[mnrs]?$/, '');
  if (GERMAN_SET.has(key) || GERMAN_SET.has(stem)) return 'every';
  return IN_AISLES.get(stem);
}

export function isConjunction(key: string): boolean {
  return CONJUNCTIONS.has(key);
}

export function isAlternative(key: string): boolean {
  return ALTERNATIVE.has(key);
}

export function isFollower(key: string): boolean {
  return FOLLOWERS.has(key);
}

export function isHarmless(key: string): boolean {
  if (HARMLESS.has(key) || HARMLESS_GERMAN.has(key) || FOLLOWERS.has(key)) return true;
  return findScope(key) !== undefined || findUnit(key) !== undefined || /^\d[^ ]*$/.test(key);
}

export function isClassNoun(key: string, aisle: Aisle): boolean {
  return CLASS_NOUNS[aisle]?.has(key) ?? false;
}

/** The part that a word after a food means. */
export function findPart(word: string): Unit | undefined {
  const unit = findUnit(word);
  return unit && PARTS[unit] && unit;
}

export function isPartOf(part: Unit, aisle: Aisle): boolean {
  return PARTS[part]?.includes(aisle) ?? false;
}

/** Things that recipes list and nobody eats. */
const UNEATEN = new Set(
  phrases(`
    parchment paper, parchment, baking parchment, baking paper, greaseproof paper, wax paper, waxed paper, aluminum foil,
    aluminium foil, foil, tin foil, plastic wrap, cling film, kitchen twine, kitchen string, butchers twine, twine, string,
    toothpicks, toothpick, cocktail sticks, skewers, wooden skewers, bamboo skewers, metal skewers, cupcake liners,
    muffin liners, paper liners, muffin cases, cake cases, paper cases, lollipop sticks, popsicle sticks, cheesecloth,
    paper towels, wood chips, candles, backpapier, alufolie, frischhaltefolie, küchengarn, zahnstocher, holzspieße,
    schaschlikspieße, papierförmchen, muffinförmchen, spieße, roasting pan, baking pan, baking dish, casserole dish,
    cake pan, cake tin, flan tin, pie dish, pie plate, loaf pan, loaf tin, muffin tin, muffin pan, springform pan,
    springform tin, sheet pan, baking sheet, baking tray, skillet, thermometer, meat thermometer, instant read thermometer,
    candy thermometer, flour sifter, sifter, rolling pin, piping bag, pastry bag, pastry brush, food processor, blender,
    stand mixer, slow cooker, pressure cooker, instant pot, air fryer, waffle iron, mandoline, auflaufform, springform,
    backblech, kastenform, muffinblech, muffinform, tarteform, gugelhupfform, pürierstab, spritzbeutel, thermometer
  `),
);

/** The place of the words in a line that name something which nobody eats. */
export function findUneaten(tokens: readonly Token[]): { start: number; end: number } | undefined {
  const found = tokens
    .keys()
    .flatMap((start) => phrasesAt(tokens, start, (key) => UNEATEN.has(key) || undefined));
  return found.next().value;
}

function phrases(list: string): string[] {
  return list
    .split(',')
    .map((phrase) => nameKey(phrase.trim()))
    .filter((phrase) => phrase !== '');
}

function mergeScopes(rows: readonly (readonly [string, readonly Aisle[]])[]): Map<string, Set<Aisle>> {
  const scopes = new Map<string, Set<Aisle>>();
  for (const [list, aisles] of rows) {
    for (const phrase of phrases(list)) {
      scopes.set(phrase, new Set([...(scopes.get(phrase) ?? []), ...aisles]));
    }
  }
  return scopes;
}
