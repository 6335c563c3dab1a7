import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Encodes an authenticator's data as CBOR (RFC 8949): numbers, bytes, texts, maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.of((major << 5) | n);
    if (n < 256) return Buffer.of((major << 5) | 24, n);
    return Buffer.of((major << 5) | 25, n >> 8, n & 255);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

export interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
}

/** Creates a software authenticator: it makes one ES256 credential and signs with it (WebAuthn level 3, section 6). */
export function createAuthenticator(options: { verifiesUser?: boolean } = {}) {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const state = { counter: 0, userHandle: '' };
  const credentialId = id.toString('base64url');
  const userFlag = options.verifiesUser === false ? 0 : flags.verified;

  function authenticatorData(rpId: string, more: { flag: number; data: Buffer }): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(state.counter);
    const bits = flags.present | userFlag | more.flag;
    return Buffer.concat([sha256(rpId), Buffer.of(bits), counter, more.data]);
  }
  const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    credentialId,
    /** Signature counter; can be set, like that of a clone. */
    get counter() {
      return state.counter;
    },
    set counter(count: number) {
      state.counter = count;
    },

    /** Answers registration options with an attestation of format `none`. */
    register(ceremony: Ceremony & { userId: string }) {
      state.userHandle = ceremony.userId;
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x ?? '', 'base64url')],
        [-3, Buffer.from(jwk.y ?? '', 'base64url')],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cbor(key)]);
      const authData = authenticatorData(ceremony.rpId, { flag: flags.attested, data: attested });
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Answers sign-in options. */
    answer(ceremony: Ceremony) {
      state.counter += 1;
      const authData = authenticatorData(ceremony.rpId, { flag: 0, data: Buffer.alloc(0) });
      const client = clientData('webauthn.get', ceremony);
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey);
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(state.userHandle === '' ? {} : { userHandle: state.userHandle }),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
