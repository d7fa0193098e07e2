/**
 * The fast path for plain GETs: reads a small request from the socket and responds without Node's HTTP server,
 * which takes longer for such a request than everything behind it
 * (docs/decisions/0008-a-fast-path-for-plain-gets.md).
 *
 * This is not an HTTP server. It handles a request that arrives alone, in one piece, and matches a strict pattern
 * to the last byte. At the first request that does not, the whole connection goes to Node, with the bytes put back
 * into the socket, and stays there: Node's well-tested parser handles everything rare, odd or hostile.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimit } from './connection-limit.ts';
import type { ApiRequest } from './api-request.ts';
import { type IdleTime, type KeepAlive, provesKey } from './keep-alive.ts';
import { STATUS_CODES } from './node-http.ts';

/** Longer requests are rare, and Node enforces the limit on them. */
const MAX_BYTES = 4_096;

/** A GET of an absolute path, with plain header names and printable values, and nothing after the headers. */
const PLAIN_GET = /^GET (\/[!-~]*) HTTP\/1\.1\r\n(?:[A-Za-z0-9-]+: [!-~](?:[ -~]*[!-~])?\r\n)+\r\n$/;
/** Headers that change how the request is framed or what happens to the connection. */
const FRAMING_HEADER =
  /\r\n(?:content-length|transfer-encoding|expect|upgrade|proxy-connection|connection(?!: keep-alive\r)):/;

const ACCEPT = /\r\naccept: ([^\r]+)/gi;

type Timeouts = { firstRequestMs: number; keepAlive: KeepAlive };
type FastPathOptions = Timeouts & { limit: ConnectionLimit };

export class FastPath {
  /** Returns whether it handles the request; if not, Node does. */
  handle: (request: ApiRequest) => boolean = () => false;
  readonly #connections = new Set<Connection>();
  #isOpen = true;

  /** Takes over the connections of a server that is not used yet. */
  constructor(server: Server, { limit, ...timeouts }: FastPathOptions) {
    const [nodeListener] = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      const { remoteAddress } = socket;
      if (!limit.acquire(remoteAddress)) {
        socket.destroy();
        return;
      }
      socket.once('close', () => limit.release(remoteAddress));
      const connection: Connection = new Connection(socket, timeouts, {
        handle: (request) => this.#isOpen && this.handle(request),
        remove: () => void this.#connections.delete(connection),
        passToNode: () => nodeListener?.call(server, socket),
      });
      this.#connections.add(connection);
    });
  }

  /** From now on Node gets every request: its responses announce that the connection closes. */
  close(): void {
    this.#isOpen = false;
  }

  destroyIdleConnections(): void {
    for (const connection of this.#connections) connection.destroyIfIdle();
  }

  destroyAllConnections(): void {
    for (const connection of this.#connections) connection.destroy();
  }
}

type ConnectionOwner = {
  handle(request: ApiRequest): boolean;
  remove: () => void;
  passToNode: () => void;
};

/** A connection on the fast path. It has one request at a time and is that request itself, which saves an allocation. */
class Connection implements ApiRequest {
  readonly method = 'GET';
  url = '';
  key: string | undefined;
  ifNoneMatch: string | undefined;
  /** The whole request, only while the handler is called: an idle connection must not retain it. */
  #text = '';
  readonly #socket: Socket;
  readonly #keepAlive: KeepAlive;
  /** Undefined before the first response. */
  #idleTime: IdleTime | undefined;
  /** A valid key was sent on this connection, or it comes from a trusted proxy. */
  #isProven: boolean;
  readonly #owner: ConnectionOwner;
  #response = '';
  #hasRequest = false;
  #hasEnded = false;
  /** Bytes arrived before the response: they wait in the socket, and go to Node after it. */
  #hasMoreBytes = false;

  constructor(socket: Socket, { firstRequestMs, keepAlive }: Timeouts, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#keepAlive = keepAlive;
    this.#isProven = keepAlive.isTrusted(socket);
    this.#owner = owner;
    socket.setTimeout(firstRequestMs);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('timeout', this.#onTimeout);
    socket.on('error', ignore);
    socket.on('close', owner.remove);
  }

  /** Parsed on demand: only routes with two representations need it. */
  get accept(): string | undefined {
    const values = Array.from(this.#text.matchAll(ACCEPT), ([, value]) => value);
    return values.length > 0 ? values.join(', ') : undefined;
  }

  respond(status: number, headers: string, body: string): void {
    const lastHeaders = `Date: ${dateNow()}\r\n${this.#chooseIdleTime(status).headers}`;
    this.#response = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}${lastHeaders}\r\n${body}`;
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
    socket.write(this.#response, 'latin1');
    this.#response = '';
    this.#hasRequest = false;
    if (this.#hasMoreBytes) this.#passToNode();
    else if (this.#hasEnded) socket.end();
  }

  destroyIfIdle(): void {
    if (!this.#hasRequest) this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #onData = (data: Buffer): void => {
    if (this.#hasRequest) {
      this.#hasMoreBytes = true;
      return this.#putBack(data);
    }
    // With unread responses the client is not reading: pass it to Node, which applies back-pressure.
    if (this.#socket.writableLength > 0 || !this.#parse(data)) {
      this.#putBack(data);
      return this.#passToNode();
    }
    this.#hasRequest = true;
    const isHandled = this.#owner.handle(this);
    this.#text = '';
    if (!isHandled) {
      this.#putBack(data);
      return this.#passToNode();
    }
    return undefined;
  };

  /** Whether this is one complete plain GET; if so, its parts are now in this object. */
  #parse(data: Buffer): boolean {
    if (data.length > MAX_BYTES) return false;
    const text = data.toString('latin1');
    const url = PLAIN_GET.exec(text)?.[1];
    if (url === undefined) return false;
    const lowerCase = text.toLowerCase();
    const host = lowerCase.indexOf('\r\nhost: ');
    if (host < 0 || lowerCase.includes('\r\nhost: ', host + 1) || FRAMING_HEADER.test(lowerCase))
      return false;
    const key = findHeader(text, lowerCase, '\r\nx-api-key: ');
    const ifNoneMatch = findHeader(text, lowerCase, '\r\nif-none-match: ');
    if (key === REPEATED || ifNoneMatch === REPEATED) return false;
    this.url = url;
    this.key = key;
    this.ifNoneMatch = ifNoneMatch;
    this.#text = text;
    return true;
  }

  #onEnd = (): void => {
    this.#hasEnded = true;
    if (!this.#hasRequest) this.#socket.end();
  };

  #onTimeout = (): void => {
    if (!this.#hasRequest) this.#socket.destroy();
  };

  #putBack(data: Buffer): void {
    this.#socket.pause();
    this.#socket.unshift(data);
  }

  #passToNode(): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('timeout', this.#onTimeout);
    socket.off('error', ignore);
    socket.off('close', this.#owner.remove);
    socket.setTimeout(0);
    if (this.#isProven) this.#keepAlive.prove(socket);
    this.#owner.remove();
    this.#owner.passToNode();
    socket.resume();
  }
}

let readyToSend: Connection[] = [];

/** Sends all responses of one turn of the event loop together, so that a client with many connections wakes up once. */
function sendSoon(connection: Connection): void {
  if (readyToSend.length === 0) {
    setImmediate(() => {
      const ready = readyToSend;
      readyToSend = [];
      for (const each of ready) each.send();
    });
  }
  readyToSend.push(connection);
}

const REPEATED = Symbol('repeated header');

/** The value of a header, from the request and its lower-case copy. */
function findHeader(text: string, lowerCase: string, start: string): string | undefined | typeof REPEATED {
  const at = lowerCase.indexOf(start);
  if (at < 0) return undefined;
  if (lowerCase.includes(start, at + 1)) return REPEATED;
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

/** Node closes a broken connection, and there is no client left to respond to. */
function ignore(): void {}
