/**
 * Raw TCP connections with one request in flight on each. Requests are prepared bytes, because the client must be
 * faster than the server that it measures.
 */
import { connect, type Socket } from 'node:net';
import { readResponse, type WireResponse } from '../../bench/wire.ts';

const TIMEOUT_MS = 10_000;

type Pending = { resolve: (response: WireResponse) => void; reject: (error: Error) => void };

export class Connection {
  readonly #socket: Socket;
  #pending: Pending | undefined;
  #received: Buffer | undefined;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
      .setTimeout(TIMEOUT_MS)
      .on('data', (data: Buffer) => this.#receive(data))
      .on('timeout', () => this.#pending && this.#fail(new Error('A request got no response.')))
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#fail(new Error('The server closed a connection.')));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  send(request: Buffer): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #receive(data: Buffer): void {
    this.#received = this.#received ? Buffer.concat([this.#received, data]) : data;
    const response = readResponse(this.#received);
    if (!response) return;
    const pending = this.#pending;
    this.#received = undefined;
    this.#pending = undefined;
    pending?.resolve(response);
  }

  #fail(error: Error): void {
    this.#socket.destroy();
    this.#pending?.reject(error);
    this.#pending = undefined;
  }
}

/** As many connections as there are concurrent requests; the most recently used one is used next. */
export class ConnectionPool {
  readonly #port: number;
  readonly #idle: Connection[] = [];
  readonly #all: Connection[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  async send(request: Buffer): Promise<WireResponse> {
    let connection = this.#idle.pop();
    // The server may have closed idle connections.
    while (connection?.isOpen === false) connection = this.#idle.pop();
    connection ??= this.#open();
    const response = await connection.send(request);
    this.#idle.push(connection);
    return response;
  }

  end(): void {
    for (const connection of this.#all) connection.end();
  }

  #open(): Connection {
    const connection = new Connection(this.#port);
    this.#all.push(connection);
    return connection;
  }
}
