/**
 * Describes a device by its User-Agent, such as "Firefox on Android", for the list of a member's sessions. No decision
 * depends on it. It is empty for an unknown User-Agent.
 */

/** The expressions that must all match, and the name. */
type Pattern = [RegExp[], string];

/** In this order, because most browsers also name others. */
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
  // An iPad calls itself a Mac.
  [[/\bMacintosh\b/, /\bVersion\//, /\bSafari\//], 'Mac or iPad'],
  [[/\bMacintosh\b/], 'Mac'],
  [[/\bLinux\b/], 'Linux'],
];

export function describeDevice(userAgent: string | undefined): string {
  // No real User-Agent is longer; the limit bounds the time of the search.
  const text = userAgent?.slice(0, 500) ?? '';
  const find = (names: Pattern[]) => names.find(([signs]) => signs.every((sign) => sign.test(text)))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '');
}
