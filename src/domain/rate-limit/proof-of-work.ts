/**
 * A proof of work: a client shows that it spent some seconds of its processor. The service names a text and a
 * number of bits; for each of 16 puzzles the client finds a nonce such that the SHA-256 of
 *
 *     SHA-256(text) (32 bytes), number of the puzzle (4 bytes), nonce (4 bytes), both big-endian
 *
 * begins with that many zero bits. The message fits one block of SHA-256, so a hash is as cheap as it can be
 * in JavaScript. Sixteen small puzzles instead of a large one make the time nearly constant: the standard
 * deviation is a quarter of the mean, not the mean.
 */

export const PUZZLES = 16;

/** What the service sends: a text to be sent back as it is, and the difficulty. */
export type Challenge = { token: string; bits: number };
/** What the client sends back. */
export type Proof = { token: string; nonces: number[] };
