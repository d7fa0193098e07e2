/**
 * The words of instructions that name nothing to eat, in English and German. A word that is also a food, such as "cream"
 * or "butter", must not be here: prose.ts takes every other word for an ingredient.
 */
import { wordKey } from '#domain/food/name-key.ts';

const keys = (text: string): string[] => text.trim().split(/\s+/).map(wordKey);

const VERBS = keys(`
  mix stir whisk beat fold knead combine blend pour chill cool refrigerate freeze fry bake
  roast grill boil simmer cook steam poach saute sear melt heat preheat warm toast season serve garnish sprinkle drizzle
  spread brush grease cut chop slice dice mince grate peel crush mash puree drain rinse wash soak
  flip toss coat roll shape taste thicken dissolve marinate rub strain sift whip prove proof rise layer scatter blitz
  deglaze braise stew caramelise caramelize soften crack break prick score stuff thread baste dip dredge flatten
`);
/** Also in instructions for other things than food. */
const WEAK_VERBS = keys(`
  add put place set leave cover remove transfer turn press line divide fill make take use keep reduce bring let allow eat
  stand sit wait start continue repeat enjoy adjust finish rest arrange
`);
const GERMAN_VERBS = keys(`
  mischen vermischen vermengen mengen rühren verrühren einrühren umrühren unterrühren schlagen aufschlagen verquirlen
  quirlen kneten verkneten unterheben heben geben zugeben dazugeben hinzufügen hinzugeben hineingeben zufügen gießen
  aufgießen angießen ablöschen legen stellen lassen quellen ruhen gehen aufgehen ziehen kühlen abkühlen auskühlen stocken
  braten anbraten ausbacken backen vorheizen rösten mitrösten anrösten grillen kochen aufkochen köcheln garen dünsten
  andünsten anschwitzen schmoren dämpfen pochieren schmelzen zerlassen erhitzen erwärmen würzen abschmecken servieren
  anrichten garnieren bestreuen bestäuben bestreichen beträufeln verteilen streichen einfetten fetten schneiden hacken
  würfeln raspeln reiben schälen pressen zerdrücken stampfen pürieren mixen abgießen abtropfen waschen putzen spülen
  einweichen zudecken abdecken wenden formen ausrollen rollen füllen belegen verfeinern genießen essen machen nehmen
  schichten überbacken gratinieren bräunen stehen bleiben werden wird ist sind hat haben kann können soll sollte lässt
  trennen trennt zerreißen zerteilen zupfen teilen vierteln halbieren gibt rührt verrührt schlägt backt bäckt kocht
  mischt knetet schneidet würzt serviert nimmt macht hebt gießt legt stellt ziehen zieht drücken reduzieren streuen
  wickeln sieden tupfen tauchen klopfen stechen
`);

/** "Hineingießen", "umwickeln", "ausdrücken". */
const GERMAN_PREFIXES = keys(`
  ab an auf aus be darüber dazu durch ein heraus hinein hinzu mit nach über um unter ver vor weg weiter zer zu zusammen
`);

/** "Stirs", "stirred", "stirring", "baking". */
function englishForms(verb: string): string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  const doubled = stem + stem.slice(-1);
  return [verb, `${verb}s`, `${verb}es`, `${stem}ed`, `${stem}ing`, `${doubled}ed`, `${doubled}ing`];
}

const WEAK = new Set(WEAK_VERBS.flatMap(englishForms));
const GERMAN_COOKING = new Set(GERMAN_VERBS);
const COOKING = new Set([...VERBS.flatMap(englishForms), ...WEAK, ...GERMAN_VERBS, 'made']);

/** Adjectives that may be inside an ingredient: "2 large eggs", "1 chopped onion". */
const ADJECTIVES = new Set([
  ...keys(`
    large small medium big little hot cold warm cool soft fresh dry wet thick thin whole ripe fine coarse heaped level
    golden brown smooth tender crisp crispy ready done high low good beaten light dark stiff sticky translucent fragrant
    glossy foamy fluffy
  `),
  ...[...VERBS, ...WEAK_VERBS].flatMap(englishForms).filter((form) => form.endsWith('ed')),
]);

const OTHERS = new Set(
  keys(`
    a an the and or with without in into on onto to of for from at by until till then than as if it its them they this
    that these those all everything together each both some any more very well just about again once when while after
    before over under up down out off through aside away around between you your i we my our is are be been has have will
    how what who where why lets do
    can may should so not too also now next first second finally meanwhile half halfway bit back there here but no
    gently slowly quickly carefully thoroughly lightly immediately evenly finely roughly thinly thickly constantly
    occasionally frequently regularly continuously gradually completely fully nearly freshly slightly really only easily
    directly loosely tightly briefly generously separately simply mostly partially vigorously
    pan frying oven bowl pot dish plate plates skillet tray sheet jar glass fridge freezer refrigerator blender spoon
    fork knife lid foil rack hob stove mixer processor microwave saucepan wok loaf rolling paper parchment
    minute minutes min mins hour hours hr hrs second seconds sec day days night overnight time times heat temperature
    degrees degree celsius fahrenheit c f side sides top bottom middle surface mixture piece pieces slices cubes
    strips rounds balls halves quarters guests table people servings serving portions recipe step

    und oder mit ohne in im ins an am ans auf aus bei zu zum zur von vom für bis nach vor über unter um durch als wie wenn
    dann danach anschließend zuerst erst zunächst jetzt nun noch auch etwas ein eine einen einem einer eines der die das
    den dem des es sie er ihn alles alle allem alle beide beiden man du ihr wir ich dabei dazu darin darauf darüber damit
    daraus davon hinein hinzu drüber rein raus ab nicht nur so sehr gut ganz fein grob kurz lang leicht langsam schnell
    vorsichtig gleichmäßig mal einmal immer wieder zusammen sowie je ca etwa circa evtl eventuell fertig einfach
    schließlich zuletzt inzwischen währenddessen solange nochmals kleiner mittlerer großer starker heiß heißen goldbraun
    pfanne topf ofen backofen schüssel teller backblech blech form auflaufform springform kastenform kühlschrank
    gefrierfach herd grill mixer pürierstab schneebesen löffel gabel messer deckel folie alufolie sieb backpapier
    minute minuten min stunde stunden std sekunde sekunden tag tage nacht zeit grad hitze temperatur stufe umluft
    oberhitze unterhitze masse mischung stück stücke stücken scheiben würfel streifen ringe hälfte seite seiten
    oberfläche tisch gäste portion portionen personen stäbchenprobe rezept appetit guten schluss ende
    steif schaumig knusprig cremig glatt weich gar bissfest kross sämig locker luftig hell dunkel warm warmen kalt kalten
    lauwarm heißem heißer dick dünn klein kleine kleinen groß große großen hoch niedrig sanft kräftig gründlich sofort
    gleich bald später vorher beiseite nochmal zwischendurch drin dran drauf schön lecker voll halb ganze ganzen restliche
    restlichen übrige übrigen frisch frische frischen frischer mehr weniger wenig viel viele jede jeder jedes kein keine
    mittlere mittleren sonst dort hier sein seine mir dir uns euch mich dich sich
  `),
);

/** Verbs that are also something to eat, unless a clause begins with them: "serve on toast", "den Braten". */
const AMBIGUOUS = new Set(
  [
    'toast',
    'roast',
    'mash',
    'stew',
    'puree',
    'mince',
    'roll',
    'chop',
    'sprinkle',
    'dip',
    'rub',
    'braten',
  ].flatMap((verb) => [verb, `${verb}s`, `${verb}es`]),
);
/** What a recipe makes of flour, or takes from a shop: "1 pack of dough". */
const MADE = new Set(['dough', 'batter', 'teig']);

/** A verb that tells of cooking. */
export const isKitchenVerb = (key: string): boolean => COOKING.has(key) && !WEAK.has(key);

export const isAmbiguous = (key: string): boolean => AMBIGUOUS.has(key);

export const isMade = (key: string): boolean => MADE.has(key);

export function isGermanVerb(key: string): boolean {
  const isPrefixed = (prefix: string) =>
    key.startsWith(prefix) && GERMAN_COOKING.has(key.slice(prefix.length));
  return GERMAN_COOKING.has(key) || GERMAN_PREFIXES.some(isPrefixed);
}

const IMPERATIVES = new Set([
  ...VERBS,
  ...WEAK_VERBS,
  ...keys('gather prepare prep measure assemble collect get weigh'),
]);

/** "Mix": not "mixed" and "mixing", and not "stew", which is also something to eat. */
export const isImperativeVerb = (key: string): boolean => IMPERATIVES.has(key) && !AMBIGUOUS.has(key);

export const isCookingVerb = (key: string): boolean => COOKING.has(key);

export const isAdjective = (key: string): boolean => ADJECTIVES.has(key);

/** Whether the word is certainly not the name of something to eat. */
export function isNoFood(key: string): boolean {
  return COOKING.has(key) || OTHERS.has(key) || ADJECTIVES.has(key) || isGermanVerb(key);
}

/** Units of times, temperatures and lengths: what follows is no food. */
const NOT_EATEN = new Set(
  keys(`
    minute minutes min mins hour hours hr hrs h second seconds sec secs day days minuten stunde stunden std sekunde
    sekunden sek tag tage grad degrees degree celsius fahrenheit cm mm inch inches zentimeter times mal x people persons
    person personen portionen portions servings serving stufe uhr prozent percent euro
  `),
);

export const measuresNoFood = (key: string): boolean => NOT_EATEN.has(key);

const NUMBER_WORDS = new Set(
  keys(
    'one two three four five six seven eight nine ten dozen zwei drei vier fünf sechs sieben acht neun zehn halbe halber halbes halben',
  ),
);
const ARTICLES = new Set(keys('a an one half ein eine einen einem einer eines'));

export const isNumberWord = (key: string): boolean => NUMBER_WORDS.has(key);

/** A unit must follow: "a pinch". */
export const isArticle = (key: string): boolean => ARTICLES.has(key);
