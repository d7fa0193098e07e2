/**
 * Plain connections with one request at a time on each, sent as ready bytes: whoever measures must be faster
 * than what is measured.
 */
import { connect, type Socket } from 'node:net';
import { readAnswer, type WireAnswer } from '../../bench/wire.ts';

/** An answer that has not come by then does not come. */
const TIMEOUT_MS = 10_000;

type Asked = { resolve: (answer: WireAnswer) => void; reject: (error: Error) => void };

export class Line {
  readonly #socket: Socket;
  #asked: Asked | undefined;
  #came: Buffer | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
      .setTimeout(TIMEOUT_MS)
      .on('data', (data: Buffer) => this.#take(data))
      .on('timeout', () => this.#asked && this.#fail(new Error('A request was not answered.')))
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#fail(new Error('The server closed a connection.')));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  ask(request: Buffer): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(data: Buffer): void {
    this.#came = this.#came ? Buffer.concat([this.#came, data]) : data;
    const answer = readAnswer(this.#came);
    if (!answer) return;
    const asked = this.#asked;
    this.#came = undefined;
    this.#asked = undefined;
    asked?.resolve(answer);
  }

  #fail(error: Error): void {
    this.#socket.destroy();
    this.#asked?.reject(error);
    this.#asked = undefined;
  }
}

/** As many lines as there are requests under way; the one that was used last is used next. */
export class Lines {
  readonly #port: number;
  readonly #free: Line[] = [];
  readonly #all: Line[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  async ask(request: Buffer): Promise<WireAnswer> {
    let line = this.#free.pop();
    // What the server has closed meanwhile, as it may, is not used again.
    while (line?.isOpen === false) line = this.#free.pop();
    line ??= this.#open();
    const answer = await line.ask(request);
    this.#free.push(line);
    return answer;
  }

  end(): void {
    for (const line of this.#all) line.end();
  }

  #open(): Line {
    const line = new Line(this.#port);
    this.#all.push(line);
    return line;
  }
}
