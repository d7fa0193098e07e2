/** Lines after the steps that belong to a message, not to the recipe. */

const MAX_LINE = 60;
const FAREWELL =
  /^(?:guten appetit|lasst? es (?:euch|dir) schmecken|viel spaß beim|enjoy!?$|happy (?:cooking|baking)|bon app[ée]tit|buen provecho|buon appetito|eet smakelijk|smaklig måltid|god appetit|velbekomme|hyvää ruokahalua|smacznego|dobrou chuť|dobrú chuť|jó étvágyat|poftă bună|bom apetite|afiyet olsun|selamat mencoba|приятного аппетита|смачного|καλή όρεξη)/i;

export const isFarewell = (line: string): boolean => line.length <= MAX_LINE && FAREWELL.test(line);

const CLOSING =
  /^(?:tell me|let me know|hope (?:you|it)|i hope|sagt? mir|schreibt? mir|gutes gelingen|viel (?:spaß|erfolg)|bussi|kuss|xoxo|tschüss|bis (?:bald|dann)|(?:follow|tag|folgt?|folge) (?:me|us|mir|uns)|save this|link in bio)(?!\p{L})|^(?:follow|tag|folgt?|folge) @/iu;
/** Of the sender. */
const NAME = /^[\p{Lu}][\p{L}'’.-]{1,20}(?: [\p{Lu}][\p{L}'’.-]{0,20})?$/u;
const MAX_CLOSING_LINES = 6;

const isClosing = (line: string): boolean => isFarewell(line) || (line.length <= 100 && CLOSING.test(line));

/** Without farewells at the end, and the name below them. */
export function withoutClosing(lines: readonly string[]): string[] {
  const from = Math.max(1, lines.length - MAX_CLOSING_LINES);
  const first = lines.findIndex(
    (line, at) =>
      at >= from &&
      isClosing(line) &&
      lines.slice(at + 1).every((rest) => isClosing(rest) || NAME.test(rest)),
  );
  return first < 0 ? [...lines] : lines.slice(0, first);
}
