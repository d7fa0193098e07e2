/** A DNS server on loopback that answers with given addresses; the answer can change from query to query. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Scope } from '../store.ts';

/** The addresses of a name at its nth query, from 0, of the type A or AAAA. Undefined: no response at all. */
type Answer = (query: number, type: 'A' | 'AAAA') => readonly string[] | undefined;

/** Names that are not in the zone do not exist. Returns `address:port`. */
export async function startDnsServer(scope: Scope, zone: Readonly<Record<string, Answer>>): Promise<string> {
  const socket = createSocket('udp4');
  const queries = new Map<string, number>();
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query);
    const key = `${type} ${name}`;
    const count = queries.get(key) ?? 0;
    queries.set(key, count + 1);
    const answer = zone[name];
    const addresses = answer ? answer(count, type) : [];
    if (addresses) socket.send(replyTo(query, end, answer ? addresses : undefined), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  scope.after(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

/** RFC 1035, 4.1.2. */
function questionOf(query: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A',
    end: at + 5,
  };
}

/** With a time to live of zero, as an attacker sets it. Undefined addresses: the name does not exist. */
function replyTo(query: Buffer, questionEnd: number, addresses: readonly string[] | undefined): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(addresses ? 0x81_80 : 0x81_83, 2);
  header.writeUInt16BE(addresses?.length ?? 0, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  const records = (addresses ?? []).map((address) => {
    const data = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
    const record = Buffer.from([0xc0, 12, 0, data.length === 16 ? 28 : 1, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records]);
}

/** Only with groups of hexadecimal digits. */
function ipv6Bytes(address: string): Buffer {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [Math.floor(group / 256), group % 256]));
}
