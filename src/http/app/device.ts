/**
 * A device in a few words, from its User-Agent: "Firefox on Android". For a person who looks through
 * the own sessions; nothing depends on it. Says no more than the text does, and nothing of a text it
 * does not know.
 */

/** The patterns that must all match, and the name that they stand for. */
type Pattern = [RegExp[], string];

/** In this order: most browsers name those before them too. */
const BROWSERS: Pattern[] = [
  [[/\b(Edg|EdgA|EdgiOS)\//], 'Edge'],
  [[/\b(OPR|OPT)\//], 'Opera'],
  [[/\bSamsungBrowser\//], 'Samsung Internet'],
  [[/\b(Firefox|FxiOS)\//], 'Firefox'],
  [[/\b(Chrome|HeadlessChrome|Chromium|CriOS)\//], 'Chrome'],
  [[/\bVersion\//, /\bSafari\//], 'Safari'],
];
const SYSTEMS: Pattern[] = [
  [[/\biPhone\b/], 'iPhone'],
  [[/\biPad\b/], 'iPad'],
  [[/\bAndroid\b/], 'Android'],
  [[/\bWindows\b/], 'Windows'],
  [[/\bCrOS\b/], 'ChromeOS'],
  // A tablet of theirs calls itself a Mac.
  [[/\bMacintosh\b/, /\bVersion\//, /\bSafari\//], 'Mac or iPad'],
  [[/\bMacintosh\b/], 'Mac'],
  [[/\bLinux\b/], 'Linux'],
];

export function describeDevice(userAgent: string | undefined): string {
  // No honest one is longer, and a search must not take long.
  const text = userAgent?.slice(0, 500) ?? '';
  const find = (names: Pattern[]) => names.find(([signs]) => signs.every((sign) => sign.test(text)))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
}
