/**
 * A line to a server, of whatever speaks TCP, that goes wrong when it is told to. It may be told to go wrong
 * only for connections that begin with certain words. Bytes and ends arrive in order, whatever happens, as
 * they do with TCP.
 */
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Scope } from '#test/store.ts';

/**
 * `late` by half a second in each direction; `silent` until it is over; `reset` now and whenever someone comes;
 * `bytewise`, one packet for each; `half-open`: the far end has gone, and nobody has told the near one.
 */
export type Fault = 'none' | 'late' | 'silent' | 'reset' | 'bytewise' | 'half-open';

export type FaultyProxy = {
  /** The target's address by way of this line. */
  url: string;
  /** Where the line leads; a change counts for connections that are made later. */
  target: string;
  /** From now on this is wrong, with all connections or with those whose first bytes hold this text. */
  suffer(fault: Fault, whose?: string): void;
};

type Trouble = { fault: Fault; whose: string; over: PromiseWithResolvers<void> };
type Wire = { near: Socket; far: Socket; greeting: string; isForgotten: boolean };

const LATE_MS = 500;

export async function startFaultyProxy(scope: Scope, target: string): Promise<FaultyProxy> {
  const wires = new Set<Wire>();
  let trouble = newTrouble('none', '');
  const server = createServer({ noDelay: true }, (near) => {
    const { hostname, port } = new URL(proxy.target);
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    const wire: Wire = { near, far, greeting: '', isForgotten: false };
    wires.add(wire);
    near.on('close', () => wires.delete(wire));
    near.once('data', (bytes) => (wire.greeting = bytes.toString('latin1')));
    carry(wire, near, far, () => trouble);
    carry(wire, far, near, () => trouble);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.after(() => {
    server.close();
    proxy.suffer('none');
    for (const wire of wires) drop(wire);
  });
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  const proxy: FaultyProxy = {
    url: url.toString(),
    target,
    suffer(fault, whose = '') {
      const before = trouble;
      trouble = newTrouble(fault, whose);
      before.over.resolve();
      for (const wire of wires) {
        if (faultOf(wire, trouble) === 'reset') drop(wire);
        if (faultOf(wire, trouble) === 'half-open') forget(wire);
      }
    },
  };
  return proxy;
}

function newTrouble(fault: Fault, whose: string): Trouble {
  return { fault, whose, over: Promise.withResolvers() };
}

function faultOf({ greeting }: Wire, { fault, whose }: Trouble): Fault {
  return greeting.includes(whose) ? fault : 'none';
}

/** One direction of a wire. What comes takes its turn behind what came before, and so does the end. */
function carry(wire: Wire, from: Socket, to: Socket, trouble: () => Trouble): void {
  let turn = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => void (turn = turn.then(work).catch(() => {}));
  from.on('data', (bytes: Buffer) => {
    const cameAt = performance.now();
    inTurn(async () => {
      while (faultOf(wire, trouble()) === 'silent') await trouble().over.promise;
      const fault = faultOf(wire, trouble());
      if (fault === 'reset') return drop(wire);
      if (fault === 'late') await delay(Math.max(0, cameAt + LATE_MS - performance.now()));
      for (const part of fault === 'bytewise' ? eachOf(bytes) : [bytes]) {
        to.write(part);
        if (fault === 'bytewise') await nextTurn();
      }
    });
  });
  from.on('error', () => {});
  from.on('close', () => {
    inTurn(async () => {
      while (faultOf(wire, trouble()) === 'silent') await trouble().over.promise;
      if (from === wire.near || !wire.isForgotten) to.destroy();
    });
  });
}

function eachOf(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (byte) => Buffer.of(byte));
}

function drop({ near, far }: Wire): void {
  near.resetAndDestroy();
  far.destroy();
}

/** Only new connections come through; what is sent over this one gets lost. */
function forget(wire: Wire): void {
  wire.isForgotten = true;
  wire.far.destroy();
}
