/**
 * No food has a name that promises an allergen which the food does not have: "Joghurtmayonnaise" must not be a name of
 * mayonnaise without milk. Checks all names in both languages by words, independently of how the catalogue was made.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Allergen } from '#domain/food/food.ts';
import { getFoods } from './foods.ts';

type NameRule = {
  allergen: Allergen;
  /** Parts of words that mean the allergen. */
  words: string;
  /** Parts of names in which they mean something else. */
  except: string;
};

const RULES: NameRule[] = [
  {
    allergen: 'nuts',
    words:
      'nuss|nüss|mandel|pistazi|cashew|pekan|macadamia|marzipan|nougat|krokant|\\bnuts?\\b|almond|hazelnut|walnut|pecan|pistachio|praline|frangipane|amaretti|nutella',
    except:
      'nussschinken|wassernüss|muskat|kokosn|butternu|erdn|nutmeg|coconut|peanut|monkey nut|doughnut|donut|chestnut|wassernuss|groundnut|tiger ?nut|erdmandel|free|frei|lotus|fox nut|gin[gk]+o|lychee|sojan|soy ?nut|corn ?nut|pine ?nut|nussbutter|kalbsnuss|schweinenuss|lammnüss|muschelnüss|hanfnüss|nüssli|nüssler|calamaretti',
  },
  { allergen: 'peanuts', words: 'erdnuss|erdnüss|peanut|groundnut|satay', except: 'free|frei' },
  {
    allergen: 'milk',
    words:
      'milch|käse|sahne|rahm|butter|joghurt|jogurt|quark|schmand|molke|topfen|crème fra|mozzarella|parmesan|feta|gouda|cheddar|ricotta|mascarpone|milk|cream|cheese|yogh?urt|custard|ghee|caramel|karamell|béchamel|alfredo',
    except:
      'milchfrei|butterfi|(pistachio|pecan|macadamia|pea) (butter|milk)|buttercup|kokos|mandel|hafer|soja|reis|cashew|nuss|vegan|pflanz|plant|oat|soy|almond|rice|coconut|peanut|nut (butter|milk)|butternu|butterkürbis|kakaobutter|ca?c[ao]o? butter|cocoa butter|(apple|plum|pumpkin|prune|pear|peach|cider|mango|seed|cookie) butter|butter ?bean|butterbohne|buttersalat|butter(head|leaf|crunch)|butter (leaf |head )?lettuce|(cream|cream of) tartar|non-?dairy|dairy.free|alternativ|alt milk|substitute|ersatz|getreide|flax|quinoa|ripple|potato|pea protein|banana|hirse|sunflower|tahin|sesam|biscoff|leberkäse|fleischkäse|cream (cracker|soda|sherry|of wheat)|milken|milkfish|butterpilz|butterfl|rahmapfel|custard (powder|apple)|hemp|hanf|dinkel|lupine|erbsen|miyoko|caramelised onion|caramelized onion|creamed honey|creamer potato|balsamic|damson|aroma|gewürz|sahne-?(steif|stand|fest|halt)|butterscotch schnapps|spice',
  },
  {
    allergen: 'eggs',
    words: '\\beier?\\b|\\beggs?\\b|eigelb|eiweiß|mayonn?aise|omelett|baiser|meringue|aioli|hollandaise',
    except:
      'leinsamen|vegan|egg.free|eggless|dairy-free|aquafaba|pflanzlich|plant|flax|chia|repla|just egg|no-egg|weizeneiweiß|sojaeiweiß',
  },
  {
    allergen: 'fish',
    words:
      'fisch|lachs|forelle|hering|makrele|sardine|sardelle|anchov|kabeljau|\\bfish\\b|salmon|tuna|herring|mackerel|trout|\\bcod\\b|haddock|worcester',
    except:
      "tintenfisch|vegan|vegetar|annie's|forelle pear|schweinelachs|lachss(chinken|teak vom schwein)|lammlachs|kasselerlachs|fischgewürz",
  },
  {
    allergen: 'crustaceans',
    words: 'garnele|krabbe|shrimp|prawn|crab\\b|lobster|hummer|krebs|scampi|langust',
    except: 'vegan|vegetar|crab ?apple|surimi|imitation',
  },
  {
    allergen: 'molluscs',
    words: 'muschel|mussel|clams?\\b|oyster|auster|squid|octopus|calamar|tintenfisch|scallop',
    except:
      'nudel|pasta|pilz|mushroom|king oyster|seitling|conchigli|scallop(ed|ini)|oyster (cracker|blade)|shell|vegetar|vegan',
  },
  { allergen: 'mustard', words: '\\bsenf|mustard', except: 'greens|senfkohl' },
  { allergen: 'celery', words: 'sellerie|celery|celeriac', except: 'free|frei' },
  { allergen: 'sesame', words: 'sesam|tahin|hummus', except: 'free|frei' },
  { allergen: 'soy', words: 'soja|\\bsoy|tofu|miso\\b|tempeh|edamame', except: 'free|frei' },
  {
    allergen: 'gluten',
    words:
      'weizen|dinkel|roggen|gerste|couscous|bulgur|brötchen|spaghetti|semmel|wheat|spelt|panko|seitan|barley|\\brye\\b',
    except:
      'buchweizen|buckwheat|gluten|geraspelt|japankohl|wasser|rice spaghetti|pea spaghetti|lentil spaghetti|bean spaghetti|linsen-|kürbis|squash|weizenkorn|semmelstoppel|sweetbread',
  },
];

for (const { allergen, words, except } of RULES) {
  test(`every name that promises ${allergen} belongs to a food that has it, or may have it`, () => {
    const [promised, other] = [new RegExp(words, 'i'), new RegExp(except, 'i')];
    const wrong = getFoods().foods.flatMap(({ id, names, allergens, mayContain }) =>
      [...names.en, ...names.de]
        .flatMap(({ singular, plural }) => [singular, plural])
        .filter((name) => promised.test(name) && !other.test(name))
        .filter(() => !allergens.has(allergen) && !mayContain.has(allergen))
        .map((name) => `${name} (${id})`),
    );
    deepStrictEqual(wrong, []);
  });
}
