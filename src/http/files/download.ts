/** A response that a browser saves as a file. The name is ours: none comes from a request or from stored text. */
import type { Readable } from 'node:stream';

const MEDIA_TYPES = {
  'weekfare.zip': 'application/zip',
  'recipe.json': 'application/ld+json; charset=utf-8',
  'recipe.cook': 'text/plain; charset=utf-8',
} as const;

type FileName = keyof typeof MEDIA_TYPES;

export class Download {
  readonly fileName: FileName;
  /** A stream, if it is too long to be held in memory. */
  readonly content: Readable | string;

  constructor(fileName: FileName, content: Readable | string) {
    this.fileName = fileName;
    this.content = content;
  }

  get headers(): Record<string, string> {
    return {
      'Content-Type': MEDIA_TYPES[this.fileName],
      'Content-Disposition': `attachment; filename="${this.fileName}"`,
    };
  }
}
