/** A position in the tokens of a line, for the recursive-descent parser in amount.ts. */
import type { NumberToken, Token } from './tokens.ts';

export class Cursor {
  readonly tokens: readonly Token[];
  at: number;
  /** The tokens that the amount consists of; all others are notes. */
  readonly consumed: number[] = [];

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
  typed(): string {
    const token = this.tokens[this.at];
    return token?.kind === 'word' ? token.text : '';
  }

  mark(): string {
    const token = this.tokens[this.at];
    return token?.kind === 'mark' ? token.text : '';
  }

  number(): NumberToken | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'number' ? token : undefined;
  }

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Moves on over a token that belongs to the amount. */
  consume(): void {
    this.consumed.push(this.at);
    this.at += 1;
  }

  takeMark(...marks: string[]): boolean {
    if (!marks.includes(this.mark())) return false;
    this.consume();
    return true;
  }

  takeWord(words: ReadonlySet<string>): boolean {
    if (!words.has(this.word())) return false;
    this.consume();
    return true;
  }

  /** Runs `parse` and returns to this position if it fails. */
  attempt<Result>(parse: () => Result | undefined): Result | undefined {
    const [at, consumed] = [this.at, this.consumed.length];
    const result = parse();
    if (result === undefined) {
      this.at = at;
      this.consumed.length = consumed;
    }
    return result;
  }

  /** Runs `parse`, whose tokens are a note. */
  asNote<Result>(parse: () => Result): Result {
    const consumed = this.consumed.length;
    const result = parse();
    this.consumed.length = consumed;
    return result;
  }
}
