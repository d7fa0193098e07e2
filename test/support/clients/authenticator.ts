/**
 * An authenticator in software: it makes passkeys and signs challenges as WebAuthn prescribes. Each field of its
 * responses can be set wrong, so that tests can attack the server.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Made = { id: string; userHandle: string; privateKey: KeyObject; publicKey: Buffer };

export type Faults = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /** Flags of the authenticator data: 1 user present, 4 user verified, 64 a credential is attached. */
  flags?: number;
  counter?: number;
  credentialId?: string;
  userHandle?: string;
  signWith?: KeyObject;
};

export class Authenticator {
  readonly #origin: string;
  readonly #rpId: string;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
  }

  /** The response of `navigator.credentials.create`. */
  create(options: { challenge: string; user: { id: string } }, faults: Faults = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = faults.credentialId ?? randomBytes(16).toString('base64url');
    const rawId = Buffer.from(id, 'base64url');
    const cose = map([
      [int(1), int(2)],
      [int(3), int(-7)],
      [int(-1), int(1)],
      [int(-2), bytes(Buffer.from(x, 'base64url'))],
      [int(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const attached = Buffer.concat([Buffer.alloc(16), length, rawId, cose]);
    const authData = Buffer.concat([this.#data({ flags: 1 + 4 + 64, ...faults }), attached]);
    const attestationObject = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(authData)],
    ]);
    const made: Made = { id, userHandle: options.user.id, privateKey, publicKey: cose };
    const response = {
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, faults),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    };
    return { made, response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} } };
  }

  /** The response of `navigator.credentials.get`. */
  get(made: Made, { challenge }: { challenge: string }, faults: Faults = {}) {
    const id = faults.credentialId ?? made.id;
    const clientDataJSON = this.#clientData('webauthn.get', challenge, faults);
    const data = this.#data({ flags: 1 + 4, ...faults });
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([data, hash]), faults.signWith ?? made.privateKey);
    const response = {
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: faults.userHandle ?? made.userHandle,
    };
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, faults: Faults): string {
    const { crossOrigin = false, topOrigin } = faults;
    const data = {
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin: faults.origin ?? this.#origin,
      crossOrigin,
      ...(topOrigin !== undefined && { topOrigin }),
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  #data({ flags, rpId = this.#rpId, counter = this.counter }: Faults & { flags: number }): Buffer {
    const data = Buffer.alloc(37);
    createHash('sha256').update(rpId).digest().copy(data);
    data.writeUInt8(flags, 32);
    data.writeUInt32BE(counter, 33);
    return data;
  }
}

/** CBOR (RFC 8949), as far as WebAuthn needs it. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function int(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, value.length), Buffer.from(value)]);
}

function map(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
