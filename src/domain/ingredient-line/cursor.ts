/** A position in the tokens of a line, for the recursive-descent parser in amount.ts. */
import type { Token } from './tokens.ts';

export class Cursor {
  readonly tokens: readonly Token[];
  at: number;

  constructor(tokens: readonly Token[], at = 0) {
    this.tokens = tokens;
    this.at = at;
  }

  /** The key of the word that is `ahead` tokens from here, or ''. */
  word(ahead = 0): string {
    const token = this.tokens[this.at + ahead];
    return token?.kind === 'word' ? token.key : '';
  }

  /** The word as typed: T is a tablespoon and t a teaspoon. */
  typed(ahead = 0): string {
    const token = this.tokens[this.at + ahead];
    return token?.kind === 'word' ? token.text : '';
  }

  mark(ahead = 0): string {
    const token = this.tokens[this.at + ahead];
    return token?.kind === 'mark' ? token.text : '';
  }

  number(ahead = 0) {
    const token = this.tokens[this.at + ahead];
    return token?.kind === 'number' ? token : undefined;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  takeMark(...marks: string[]): boolean {
    if (!marks.includes(this.mark())) return false;
    this.at += 1;
    return true;
  }

  takeWord(words: ReadonlySet<string>): boolean {
    if (!words.has(this.word())) return false;
    this.at += 1;
    return true;
  }

  /** Runs `parse` and returns to this position if it fails. */
  attempt<Result>(parse: () => Result | undefined): Result | undefined {
    const before = this.at;
    const result = parse();
    if (result === undefined) this.at = before;
    return result;
  }
}
