/**
 * Solves the server's challenge (domain/rate-limit/proof-of-work.ts). Implements SHA-256 in JavaScript
 * because `crypto.subtle` does not exist on plain http, which home servers often use, and is slower for small
 * messages.
 */
import { type Challenge, type Proof, PUZZLES } from '#domain/rate-limit/proof-of-work.ts';

/** The first 32 bits of the fractional parts of a root of the first primes, as FIPS 180-4 defines the constants. */
function rootsOfPrimes(count: number, exponent: number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => ((prime ** exponent % 1) * 2 ** 32) | 0);
}

const START = rootsOfPrimes(8, 1 / 2);
const ROUND_CONSTANTS = rootsOfPrimes(64, 1 / 3);
const schedule = new Int32Array(64);

/** Updates the state with one block of 16 words. */
function compress(state: Int32Array, block: Int32Array): void {
  schedule.set(block);
  for (let t = 16; t < 64; t += 1) {
    const x = schedule[t - 15]!;
    const y = schedule[t - 2]!;
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[t] = (small1 + schedule[t - 7]! + small0 + schedule[t - 16]!) | 0;
  }
  let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
  let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!];
  for (let t = 0; t < 64; t += 1) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[t]! + schedule[t]!) | 0;
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** The eight words of the hash. */
export function sha256(bytes: Uint8Array): Int32Array {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const [state, block] = [START.slice(), new Int32Array(16)];
  for (let at = 0; at < padded.length; at += 64) {
    for (let word = 0; word < 16; word += 1) block[word] = view.getInt32(at + word * 4);
    compress(state, block);
  }
  return state;
}

/** Takes seconds, so call it in a worker. Reports the number of solved puzzles. */
export function solve({ token, bits }: Challenge, onSolved: (puzzles: number) => void = () => {}): Proof {
  const block = new Int32Array(16);
  block.set(sha256(new TextEncoder().encode(token)));
  // Padding of a 40-byte message: a one bit, and the length in bits.
  block[10] = 0x80000000 | 0;
  block[15] = 320;
  const state = new Int32Array(8);
  const nonces: number[] = [];
  for (let puzzle = 0; puzzle < PUZZLES; puzzle += 1) {
    block[8] = puzzle;
    for (let nonce = 0; ; nonce += 1) {
      block[9] = nonce;
      state.set(START);
      compress(state, block);
      if (Math.clz32(state[0]!) < bits) continue;
      nonces.push(nonce);
      break;
    }
    onSolved(puzzle + 1);
  }
  return { token, nonces };
}
