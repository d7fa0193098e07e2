/**
 * Unicode normalization in linear time. `String.prototype.normalize` sorts every run of combining marks by
 * insertion: 64,000 marks take seconds. No language needs more than 30 in a row (UAX #15, stream-safe text
 * format), so the marks beyond that are dropped first.
 */
const MAX_MARKS = 30;
/** The two half-width voiced sound marks are letters, but decompose into combining marks. */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu;

export function normalize(text: string, form: 'NFC' | 'NFKD'): string {
  // Nothing changes in ASCII.
  if (!/[^ -~]/.test(text)) return text;
  return text.replaceAll(MARKS, (marks) => Array.from(marks).slice(0, MAX_MARKS).join('')).normalize(form);
}
