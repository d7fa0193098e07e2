/** What the files of an export are, for the people who open it. */

/** In English and German, because another person may open the file. */
export function readmeOf(familyName: string, date: string): string {
  return `Weekfare: ${familyName}, ${date}

ENGLISH

This is everything that Weekfare stores about your family. It imports again into any Weekfare:
choose this file where recipes are imported, or run: weekfare import FAMILY_ID FILE

recipes/       each of your recipes twice, with the same name:
  NAME.cook    Cooklang, a text that people read and that cooking programs open
  NAME.json    JSON-LD of schema.org, which Mealie, Nextcloud Cookbook and other apps import
pictures/      your photos, named like their recipes; small/ has them for small places
plans.json     your weeks; a meal has its description, and the id of its recipe
lists.json     what is still to buy, and everything that was done with your shopping lists
pantry.json    what you have at home
preferences.json  who eats with you, and what the planner knows about your wishes
notes.json     your notes and tags on recipes, and on dishes of the cookbook
stars.json, rejected-dishes.json  how you like dishes, and which you did not want
prices.json, answers.json  your own prices, and what you said about ingredient lines
account.json   members, sessions, keys, links and the log of changes, without secrets
weekfare.json  what this file is and when it was made

Dishes of Weekfare's own cookbook are in your plans by their names.

DEUTSCH

Das ist alles, was Weekfare über eure Familie speichert. Jedes Weekfare kann es wieder einlesen:
Wählt diese Datei beim Import von Rezepten, oder: weekfare import FAMILIEN_ID DATEI

recipes/       jedes eurer Rezepte zweimal, mit demselben Namen:
  NAME.cook    Cooklang, ein Text, den Menschen lesen und Kochprogramme öffnen
  NAME.json    JSON-LD von schema.org, das Mealie, Nextcloud Cookbook und andere Apps einlesen
pictures/      eure Fotos, benannt wie ihre Rezepte; in small/ noch einmal klein
plans.json     eure Wochen; eine Mahlzeit hat ihre Beschreibung und die Kennung ihres Rezepts
lists.json     was noch zu kaufen ist, und alles, was mit euren Einkaufslisten geschah
pantry.json    was ihr zu Hause habt
preferences.json  wer mit euch isst, und was der Planer über eure Wünsche weiß
notes.json     eure Notizen und Schlagwörter zu Rezepten, auch zu denen des Kochbuchs
stars.json, rejected-dishes.json  wie euch Gerichte schmecken, und welche ihr nicht wolltet
prices.json, answers.json  eure eigenen Preise, und was ihr zu Zutaten gesagt habt
account.json   Mitglieder, Anmeldungen, Schlüssel, Links und das Protokoll, ohne Geheimnisse
weekfare.json  was diese Datei ist und wann sie entstand

Gerichte aus Weekfares eigenem Kochbuch stehen mit ihrem Namen in euren Plänen.
`;
}
