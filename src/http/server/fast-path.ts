/**
 * The express lane: plain small GETs are read from the socket and answered in one go, without Node's
 * HTTP server, which takes longer over such a request than everything behind it
 * (docs/decisions/0008-a-fast-path-for-plain-gets.md).
 *
 * The lane is no HTTP server. It takes a request that came in one piece, alone, and that it recognises
 * to the last byte. At the first one that is anything else, the whole connection goes to Node, unread,
 * and stays there: so whatever is rare, odd or hostile meets the parser that the world has tried.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimit } from './connection-limit.ts';
import type { ApiRequest } from '#http/api/api-request.ts';
import { type IdleTime, type KeepAlive, provesKey } from './keep-alive.ts';
import { STATUS_CODES } from './node-http.ts';

/** Longer requests are rare, and Node knows how long is too long. */
const MOST_BYTES = 4_096;

/** A GET of an absolute path with headers of ordinary names and visible values, and nothing behind them. */
const PLAIN = /^GET (\/[!-~]*) HTTP\/1\.1\r\n(?:[A-Za-z0-9-]+: [!-~](?:[ -~]*[!-~])?\r\n)+\r\n$/;
/** Headers that change what the request is or what becomes of the connection. */
const MEANINGFUL =
  /\r\n(?:content-length|transfer-encoding|expect|upgrade|proxy-connection|connection(?!: keep-alive\r)):/;

/** Looked for only where an answer has more than one form. */
const ACCEPT = /\r\naccept: ([^\r]+)/gi;

type Timeouts = { firstRequestMs: number; keepAlive: KeepAlive };
type FastPathOptions = Timeouts & { limit: ConnectionLimit };

export class FastPath {
  /** Answers whether it takes the request. Until there is someone to ask, nobody takes any. */
  handle: (guest: ApiRequest) => boolean = () => false;
  readonly #connections = new Set<Connection>();
  #isOpen = true;

  /** Stands between a server's connections and the server itself. */
  constructor(server: Server, { limit, ...timeouts }: FastPathOptions) {
    const [toNode] = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      const { remoteAddress } = socket;
      if (!limit.acquire(remoteAddress)) {
        socket.destroy();
        return;
      }
      socket.once('close', () => limit.release(remoteAddress));
      const connection: Connection = new Connection(socket, timeouts, {
        take: (guest) => this.#isOpen && this.handle(guest),
        leave: () => void this.#connections.delete(connection),
        toNode: () => toNode?.call(server, socket),
      });
      this.#connections.add(connection);
    });
  }

  /** From now on Node gets every request, to say with its answer that the connection ends. */
  close(): void {
    this.#isOpen = false;
  }

  endIdle(): void {
    for (const connection of this.#connections) connection.endIfIdle();
  }

  endAll(): void {
    for (const connection of this.#connections) connection.end();
  }
}

type Surroundings = { take(guest: ApiRequest): boolean; leave: () => void; toNode: () => void };

/** A connection in the lane; to the door it is the guest that is under way on it. */
class Connection implements ApiRequest {
  readonly method = 'GET';
  url = '';
  key: string | undefined;
  ifNoneMatch: string | undefined;
  /** The request while it is being taken; kept no longer, since it is as long as all its headers. */
  #text = '';
  readonly #socket: Socket;
  readonly #keepAlive: KeepAlive;
  /** Undefined before the first response. */
  #idleTime: IdleTime | undefined;
  /** A valid key was sent on this connection, or it comes from a trusted proxy. */
  #isProven: boolean;
  readonly #around: Surroundings;
  #reply = '';
  #isAnswering = false;
  #hasEnded = false;
  /** More came before its turn: it waits in the socket, and goes to Node when the answer is out. */
  #hasMore = false;

  constructor(socket: Socket, { firstRequestMs, keepAlive }: Timeouts, around: Surroundings) {
    this.#socket = socket;
    this.#keepAlive = keepAlive;
    this.#isProven = keepAlive.isTrusted(socket);
    this.#around = around;
    socket.setTimeout(firstRequestMs);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('timeout', this.#onTimeout);
    socket.on('error', ignore);
    socket.on('close', around.leave);
  }

  get accept(): string | undefined {
    const all = Array.from(this.#text.matchAll(ACCEPT), ([, value]) => value);
    return all.length > 0 ? all.join(', ') : undefined;
  }

  respond(status: number, headers: string, body: string): void {
    const last = `Date: ${dateNow()}\r\n${this.#chooseIdleTime(status).headers}`;
    this.#reply = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}${last}\r\n${body}`;
    sendSoon(this);
  }

  #chooseIdleTime(status: number): IdleTime {
    if (!this.#isProven) this.#isProven = provesKey(status);
    const { long, refused } = this.#keepAlive;
    const idleTime = status === 401 && !this.#isProven ? refused : long;
    if (idleTime !== this.#idleTime) {
      this.#idleTime = idleTime;
      this.#socket.setTimeout(idleTime.socketMs);
    }
    return idleTime;
  }

  send(): void {
    const socket = this.#socket;
    socket.write(this.#reply, 'latin1');
    this.#reply = '';
    this.#isAnswering = false;
    if (this.#hasMore) this.#handOver();
    else if (this.#hasEnded) socket.end();
  }

  endIfIdle(): void {
    if (!this.#isAnswering) this.end();
  }

  end(): void {
    this.#socket.destroy();
  }

  #onData = (data: Buffer): void => {
    if (this.#isAnswering) {
      this.#hasMore = true;
      return this.#putBack(data);
    }
    // Who does not fetch the answers gets no more of them from here: Node knows how to hold back.
    if (this.#socket.writableLength > 0 || !this.#read(data)) {
      this.#putBack(data);
      return this.#handOver();
    }
    this.#isAnswering = true;
    const isTaken = this.#around.take(this);
    this.#text = '';
    if (!isTaken) {
      this.#putBack(data);
      return this.#handOver();
    }
    return undefined;
  };

  /** Whether this is one whole request of the plain kind; if so, it is what this connection now asks. */
  #read(data: Buffer): boolean {
    if (data.length > MOST_BYTES) return false;
    const text = data.toString('latin1');
    const url = PLAIN.exec(text)?.[1];
    if (url === undefined) return false;
    const small = text.toLowerCase();
    const host = small.indexOf('\r\nhost: ');
    if (host < 0 || small.includes('\r\nhost: ', host + 1) || MEANINGFUL.test(small)) return false;
    const key = findValue(text, small, '\r\nx-api-key: ');
    const seen = findValue(text, small, '\r\nif-none-match: ');
    if (key === TWICE || seen === TWICE) return false;
    this.url = url;
    this.key = key;
    this.ifNoneMatch = seen;
    this.#text = text;
    return true;
  }

  #onEnd = (): void => {
    this.#hasEnded = true;
    if (!this.#isAnswering) this.#socket.end();
  };

  #onTimeout = (): void => {
    if (!this.#isAnswering) this.#socket.destroy();
  };

  /** Back into the socket, as if it had not been read. */
  #putBack(data: Buffer): void {
    this.#socket.pause();
    this.#socket.unshift(data);
  }

  #handOver(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('timeout', this.#onTimeout);
    socket.off('error', ignore);
    socket.off('close', this.#around.leave);
    socket.setTimeout(0);
    if (this.#isProven) this.#keepAlive.prove(socket);
    this.#around.leave();
    this.#around.toNode();
    socket.resume();
  }
}

let outbox: Connection[] = [];

/** All answers of one turn of the event loop leave together: then whoever reads them is woken once, not for each. */
function sendSoon(connection: Connection): void {
  if (outbox.length === 0) {
    setImmediate(() => {
      const ready = outbox;
      outbox = [];
      for (const each of ready) each.send();
    });
  }
  outbox.push(connection);
}

const TWICE = Symbol('sent twice');

/** The value of a header, from the request as it is and in small letters. */
function findValue(text: string, small: string, start: string): string | undefined | typeof TWICE {
  const at = small.indexOf(start);
  if (at < 0) return undefined;
  if (small.includes(start, at + 1)) return TWICE;
  const from = at + start.length;
  return text.slice(from, text.indexOf('\r', from));
}

let dateSecond = Number.NaN;
let dateText = '';

function dateNow(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1_000).toUTCString();
  }
  return dateText;
}

/** A connection that breaks is closed by Node; nobody is left to be told. */
function ignore(): void {}
