/** Notes for those whom a food can make ill: the same words in all recipes. */
const AT_RISK = 'For small children and pregnant eaters,';
const AT_RISK_GERMAN = 'Für kleine Kinder und Schwangere';

export const NOTES = {
  eggs: `${AT_RISK} cook the eggs until yolk and white are firm.`,
  yolks: 'Leave out the sauce for them: its yolks do not turn firm.',
  sprouts: `${AT_RISK} boil the sprouts for 2 minutes first.`,
  fish: `${AT_RISK} heat the smoked fish until steaming hot, or leave it out.`,
  rawFish: `${AT_RISK} leave out the raw fish.`,
  ham: `${AT_RISK} heat the raw ham until steaming hot, or leave it out.`,
  meat: `${AT_RISK} cook the meat until it is brown all the way through.`,
  cheese: `${AT_RISK} use cheese made from pasteurised milk.`,
  berries: `${AT_RISK} boil the frozen berries for a minute first.`,
  honey: 'Leave out the honey for babies under one year.',
  alcohol: 'For children and pregnant eaters, leave out the alcohol: not all of it boils away.',
  leftovers:
    'Cool leftovers within an hour, keep them in the fridge, eat them within a day and reheat them until steaming hot.',
} as const;

export const GERMAN_NOTES: { readonly [note in keyof typeof NOTES]: string } = {
  eggs: `${AT_RISK_GERMAN} die Eier garen, bis Eigelb und Eiweiß fest sind.`,
  yolks: 'Für sie auch die Soße weglassen, denn ihr Eigelb wird nicht fest.',
  sprouts: `${AT_RISK_GERMAN} die Sprossen vorher 2 Minuten kochen.`,
  fish: `${AT_RISK_GERMAN} den Räucherfisch dampfend heiß erhitzen oder weglassen.`,
  rawFish: `${AT_RISK_GERMAN} den rohen Fisch weglassen.`,
  ham: `${AT_RISK_GERMAN} den rohen Schinken dampfend heiß erhitzen oder weglassen.`,
  meat: `${AT_RISK_GERMAN} das Fleisch ganz durchgaren.`,
  cheese: `${AT_RISK_GERMAN} Käse aus pasteurisierter Milch verwenden.`,
  berries: `${AT_RISK_GERMAN} die gefrorenen Beeren vorher eine Minute kochen.`,
  honey: 'Für Babys unter einem Jahr den Honig weglassen.',
  alcohol: 'Für Kinder und Schwangere den Alkohol weglassen: Er verkocht nicht ganz.',
  leftovers:
    'Reste innerhalb einer Stunde abkühlen, im Kühlschrank aufbewahren, innerhalb eines Tages essen und vorher dampfend heiß aufwärmen.',
};
