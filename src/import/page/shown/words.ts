/** The words with which pages name the parts of a recipe, in headings and in the names of classes. */
import { wordKey } from '#domain/food/name-key.ts';
import { isImperativeVerb } from '#import/page/pasted/cooking-words.ts';

export type Part = 'ingredients' | 'steps' | 'notes' | 'other';

/** Headings in lower case. A heading may continue, such as "Zutaten für 4 Personen" or "Ingredients (US)". */
const INGREDIENT_HEADINGS = `
  ingredients|ingredient list|the ingredients|recipe ingredients|what you need|what you'll need|what you’ll need|you will need|you'll need|you’ll need|shopping list|grocery list|what to buy|for this recipe you will need|here's what you need|here’s what you need
  zutaten|zutatenliste|die zutaten|das brauchst du|du brauchst|was du brauchst|man nehme|einkaufsliste|ihr braucht|das braucht ihr
  ingrédients|ingredients|les ingrédients|liste des ingrédients|il vous faut|il te faut|ce qu'il vous faut|ce qu’il vous faut|ce qu'il te faut
  ingredienti|gli ingredienti|cosa ti serve|cosa serve|occorrente|lista degli ingredienti
  ingredientes|los ingredientes|lista de ingredientes|lo que necesitas|qué necesitas|necesitas|vas a necesitar|vai precisar de|vai precisar|o que precisa
  ingrediënten|ingredienten|wat heb je nodig|dit heb je nodig|benodigdheden|boodschappenlijst|wat je nodig hebt|ingrediëntenlijst
  ingredienser|du behöver|ingrediensliste|det skal du bruge|dette trenger du|du trenger|ingredienslista
  składniki|skladniki|lista składników|potrzebne składniki|czego potrzebujesz|potrzebujesz
  suroviny|ingredience|přísady|budeme potřebovat|budete potřebovat|co budeme potřebovat|potrebujeme
  ingrediencie|sestavine|sastojci
  hozzávalók
  ingrediente
  ainekset|ainesosat|tarvitset
  υλικά|συστατικά|τα υλικά|τι χρειαζόμαστε
  ингредиенты|состав|что нужно|что понадобится|вам понадобится|нам понадобится|понадобится|потребуется|продукты|ингредиенти|необходимые продукты|інгредієнти|продукти|потрібні продукти|необходими продукти|съставки
  malzemeler|için malzemeler|gerekli malzemeler
  koostisosad|vaja läheb|sastāvdaļas|ingredientai|reikės|hráefni|innihald|osagaiak|mga sangkap
  材料|食材|用料|配料|主料|재료|المقادير|المكونات|مكونات|מצרכים|רכיבים|מרכיבים|החומרים|חומרים|مواد لازم
  nguyên liệu|bahan|bahan-bahan|ส่วนผสม|วัตถุดิบ|सामग्री
`;
const STEP_HEADINGS = `
  instructions|directions|method|how to|preparation|steps|how to make|how to make it|cooking instructions|preparation method|cooking method|procedure|how to cook|to make|what to do|what you do|how to do it|here's how|here’s how|how to prepare|the process|the steps|cooking steps|make it|let's make it|let’s make it|let's cook|let’s cook|cooking directions|recipe instructions|the method|instruction
  zubereitung|anleitung|und so wird's gemacht|und so wird’s gemacht|so geht's|so geht’s|so wird's gemacht|zubereitungsschritte|so gehts|und so geht's|und so geht’s|so wird es gemacht|so machst du es|so macht man das|so geht es|arbeitsschritte|die zubereitung|schritte|schritt für schritt
  préparation|instructions|étapes|réalisation|recette|la préparation|les étapes|étapes de préparation|préparation de la recette|progression|déroulement|la recette|comment faire|mode opératoire|recette pas à pas|marche à suivre
  preparazione|procedimento|istruzioni|come preparare|come fare|esecuzione|la preparazione|svolgimento|come si prepara|come si fa|il procedimento
  preparación|elaboración|instrucciones|pasos|cómo hacer|procedimiento|modo de preparación|preparacion|elaboracion|modo de preparo|modo de fazer|preparação|como fazer|passo a passo|instruções|paso a paso|cómo se hace|cómo preparar|preparació|elaboració|confeção|confecção
  bereiding|bereidingswijze|zo maak je het|zo maak je|hoe maak je het|hoe maak je|zo doe je het|instructies|aan de slag|werkwijze|stappen
  gör så här|så här gör du|så gör du|slik lager du|sådan laver du|fremgang|tillagning|instruktioner|fremgangsmåde|sådan gør du|framgangsmåte|slik gjør du|tilberedning|fremgangsmåte|tilberedelse|gör såhär
  sposób przygotowania|przygotowanie|wykonanie|sposób wykonania|jak zrobić|krok po kroku|jak przygotować
  postup|postup přípravy|příprava|príprava|priprava|postopek|priprema|postupak|jak na to|ako na to|postup prípravy
  elkészítés|elkészítése|elkészítési mód
  mod de preparare|preparare|instrucțiuni
  valmistusohje|ohje|valmistus|näin teet|ohjeet|tee näin
  εκτέλεση|οδηγίες|διαδικασία|παρασκευή
  приготовление|способ приготовления|инструкции|как приготовить|как готовить|пошаговое приготовление|процесс приготовления|начин на приготвяне|приготвяне|приготування|спосіб приготування|пошаговый рецепт приготовления
  yapılışı|hazırlanışı|hazırlanması|yapımı|nasıl yapılır|tarifi
  valmistamine|pagatavošana|gaminimas|paruošimas|aðferð
  作り方|つくり方|作法|做法|步驟|步骤|烹飪步驟|制作方法|手順|烹饪步骤|製作步驟|만드는 법|만드는 방법|요리 순서|조리 과정|조리순서|조리방법|طريقة التحضير|طريقة العمل|طريقة الإعداد|طريقة الطبخ|الطريقة|التحضير|الخطوات|אופן ההכנה|אופן הכנה|הוראות הכנה|הכנה|طرز تهیه
  cách làm|cách nấu|các bước|cara membuat|cara memasak|langkah|langkah-langkah|วิธีทำ|विधि|बनाने की विधि
`;
const NOTE_HEADINGS = `
  notes|note|recipe notes|tips|tip|cook's notes|cook’s notes|chef's notes|cook's tips|recipe tips|variations|storage|make ahead|expert tips
  tipp|tipps|hinweis|hinweise|anmerkungen|anmerkung|notizen
  notes|remarques|conseils|astuces|astuce|conseil|le conseil
  note|consigli|consiglio|conservazione|suggerimenti
  notas|consejos|trucos|dicas|dica|observações|consejo
  opmerkingen|tips & tricks|notities
  tips|anteckningar|noter|merknader|wskazówki|uwagi|poznámky|tippek|sfaturi|vinkit|vinkki|σημειώσεις|заметки|примечания|советы
`;
/** Other headings that end the part before them. */
const OTHER_HEADINGS = `
  nutrition|nutrition facts|nutritional information|nutrition information|nutritional info|nutrition (per serving)|equipment|comments|reviews|related recipes|related|you may also like|more recipes|did you make this recipe|special equipment|tools|leave a comment|leave a reply|ratings|faq|faqs|video|share|print|keywords|categories|tags|about the author|popular recipes|recommended|latest recipes|similar recipes
  nährwerte|nährwertangaben|kommentare|ähnliche rezepte|das könnte dich auch interessieren|weitere rezepte|utensilien|küchengeräte|bewertungen|mehr rezepte
  valeurs nutritionnelles|commentaires|ustensiles|matériel|recettes similaires|valori nutrizionali|commenti|ricette correlate|attrezzatura
  información nutricional|comentarios|utensilios|recetas relacionadas|informação nutricional|comentários|receitas relacionadas
  voedingswaarden|voedingswaarde|reacties|keukengerei|materiaal|näringsvärde|kommentarer|näringsinnehåll|næringsindhold|næringsinnhold|wartości odżywcze|komentarze
`;

const HEADINGS = new Map<string, Part>([
  ...entries(OTHER_HEADINGS, 'other'),
  ...entries(NOTE_HEADINGS, 'notes'),
  ...entries(STEP_HEADINGS, 'steps'),
  ...entries(INGREDIENT_HEADINGS, 'ingredients'),
]);

const FIRST_WORDS = new Set(Array.from(HEADINGS.keys(), (heading) => heading.split(' ', 1)[0] ?? ''));

function entries(text: string, part: Part): [string, Part][] {
  return text
    .split(/[|\n]/)
    .map((heading) => heading.trim())
    .filter((heading) => heading !== '')
    .map((heading) => [heading, part]);
}

/** A line that introduces those after it: "For the sauce:". */
export function introducesLines(text: string): boolean {
  return text.length <= MAX_HEADING && /[:：]$/.test(text) && !/\d/.test(text);
}

const MAX_HEADING = 60;
const MAX_WORDS = 4;

/** Which part of a recipe begins with this heading. Words after the known ones do not matter: "Zutaten für 4". */
export function partOfHeading(text: string): Part | undefined {
  if (text.length > MAX_HEADING) return undefined;
  const lower = text.toLowerCase();
  if (isPlainText(lower)) return undefined;
  const words = headingWords(lower);
  return partAtStart(words) ?? partAtEnd(lower, words);
}

/** "Pancake ingredients", the heading of a list. Elsewhere it may be a sentence: "Mezclar los ingredientes". */
export function onlyEndsWithPart(text: string): boolean {
  return partOfHeading(text) !== undefined && partAtStart(headingWords(text.toLowerCase())) === undefined;
}

function partAtStart(words: readonly string[]): Part | undefined {
  const isKnown = FIRST_WORDS.has(withoutStop(words[0]));
  for (let count = isKnown ? Math.min(words.length, MAX_WORDS) : 0; count > 0; count -= 1) {
    const part = HEADINGS.get(withoutStop(words.slice(0, count).join(' ')));
    if (part !== undefined && (count === words.length || continues(words.slice(count)))) return part;
  }
  return undefined;
}

function partAtEnd(text: string, words: readonly string[]): Part | undefined {
  if (words.length > MAX_WORDS + 1) return undefined;
  const last = HEADINGS.get(withoutStop(words.at(-1)));
  if (last === 'steps') return last;
  return last === 'ingredients' && !isSentence(text, words) ? last : undefined;
}

const withoutStop = (text = ''): string => text.replace(/[.!?]$/, '');

/** "Combine all ingredients", "2) Sift dry ingredients." Not "Filling ingredients" and "Mixed ingredients". */
function isSentence(text: string, [first = '']: readonly string[]): boolean {
  return /[.!]$/.test(text) || /^\d{1,2}[.)] ?\p{L}/u.test(text) || isImperativeVerb(wordKey(first));
}

/** Most short texts are words of which neither the first nor the last is known. */
function isPlainText(text: string): boolean {
  if (!/^[a-z][a-z ]*$/.test(text)) return false;
  const space = text.indexOf(' ');
  if (FIRST_WORDS.has(space < 0 ? text : text.slice(0, space))) return false;
  return !HEADINGS.has(text.slice(text.lastIndexOf(' ') + 1));
}

function headingWords(text: string): string[] {
  const start = /^[a-z]/.test(text) ? text : text.replace(/^[^\p{L}]{1,8}/u, '');
  const spaced = /[\d０-９]/.test(start) ? start.replace(/[\d０-９]{1,9}/, ' $&') : start;
  return spaced.split(/[\s:：(（)）【】[\]–—|/,、]+/).filter((word) => word !== '');
}

/** What may follow: "for 4 people", "pour 6 personnes", "(US)", numbers. Not "Ingredients matter most". */
const CONTINUATIONS = new Set(
  'for für pour per para voor till til för na dla zum zur of de du des di del la le el los las der die das and und et e y en och og i & + - serves servings yield makes portionen personen list us metric ca ca. x x1 1x you'.split(
    ' ',
  ),
);

function continues([next = '']: readonly string[]): boolean {
  return CONTINUATIONS.has(next) || /^[\d０-９]/.test(next);
}

const names = (text: string): Set<string> => new Set(text.split(' '));
const INGREDIENT_CLASS =
  /ingr[eéè]d|zutat|ingred|skladnik|składnik|suroviny|hozzaval|sastojc|sestavin|ainekset|malzeme|yliká|ylika|zlrecipe-ingr|recipeingr|ingr-list/i;
const STEP_CLASS =
  /instruction|direction|(?:^|[-_ ])method|preparat|prepara[czç]|zubereitung|anleitung|(?:^|[-_ ])steps?(?:$|[-_ ])|recipe-?steps|procedure|procedimento|preparo|elabora|bereiding|fremgang|framgang|tillagning|etapes|przygotow|postup|elkeszit|cooking-?steps|how-?to-?make/i;
const NOTE_CLASS =
  /(?:recipe|create|card|cook)s?[-_]{1,2}(?:notes?|tips?)(?:$|[-_ ])|(?:^|[-_ ])notes(?:$|[-_ ])/i;
/** Parts of pages that contain no recipe, or another one. */
const FOREIGN_CLASSES = names(
  'nav navigation menu sidebar widget footer site-footer post-footer entry-footer related related-posts related-recipes comments comment-list comment-respond respond breadcrumb breadcrumbs share sharing social-share newsletter cookie-banner recommended recommendations popular similar similar-recipes modal popup toc yarpp-related jp-relatedposts secondary',
);

const COMMENT_CLASSES = names(
  'comment-list commentlist comments-area comments-list comment-respond disqus_thread',
);

/**
 * Which part of a recipe an element with this class and id contains; "both" for one that contains several, "comments" for
 * those of readers, which can be half of a page.
 */
export function partOfClass(name: string): Part | 'both' | 'comments' | undefined {
  if (name === '') return undefined;
  const isComments = name.includes('omment') || name.includes('disqus');
  if (isComments && name.split(' ').some((each) => COMMENT_CLASSES.has(each))) return 'comments';
  const isIngredients = INGREDIENT_CLASS.test(name);
  const isSteps = STEP_CLASS.test(name);
  if (isIngredients && isSteps) return 'both';
  if (isIngredients) return 'ingredients';
  if (NOTE_CLASS.test(name)) return 'notes';
  if (isSteps) return 'steps';
  return name.split(' ').some((each) => FOREIGN_CLASSES.has(each.toLowerCase())) ? 'other' : undefined;
}
