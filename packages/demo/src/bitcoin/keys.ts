import { type Hashing, hash160 } from '@hopscope/chain';
import type { Random } from '../random.ts';

/** Script types of wallets. `multisig` styles are 2 of 3. */
export const walletStyles = [
  'p2pk',
  'p2pkh',
  'p2sh_p2wpkh',
  'p2wpkh',
  'p2tr',
  'p2wsh_multisig',
  'p2sh_multisig',
] as const;
export type WalletStyle = (typeof walletStyles)[number];

/** The data of an input that spends a coin: in the real format, with fictional keys and signatures. */
export interface Unlock {
  script: Uint8Array;
  witness: Uint8Array[];
}

export interface Keyring {
  /** Returns the locking script of address `index` of a wallet. */
  lock(wallet: number, style: WalletStyle, index: number): Uint8Array;
  /** Returns the data that spends a coin with that script. */
  unlock(wallet: number, style: WalletStyle, index: number, random: Random): Unlock;
}

const none = new Uint8Array(0);

/** Weight of an input of a style, in weight units (all parts of it). */
export const inputWeight: Readonly<Record<WalletStyle, number>> = {
  p2pk: 4 * (41 + 73),
  p2pkh: 4 * (41 + 107),
  p2sh_p2wpkh: 4 * (41 + 23) + 108,
  p2wpkh: 4 * 41 + 108,
  p2tr: 4 * 41 + 66,
  p2wsh_multisig: 4 * 41 + 254,
  p2sh_multisig: 4 * (43 + 254),
};

/** Length of the locking script of a style, in bytes. */
export const scriptLength: Readonly<Record<WalletStyle, number>> = {
  p2pk: 35,
  p2pkh: 25,
  p2sh_p2wpkh: 23,
  p2wpkh: 22,
  p2tr: 34,
  p2wsh_multisig: 34,
  p2sh_multisig: 23,
};

/** Tests whether spending adds to the witness. */
export function hasWitness(style: WalletStyle): boolean {
  return style !== 'p2pk' && style !== 'p2pkh' && style !== 'p2sh_multisig';
}

/** Derives keys of all wallets from the seed on demand; nothing is stored. */
export function createKeyring(hashing: Hashing, seed: number): Keyring {
  const material = new Uint8Array(20);
  const view = new DataView(material.buffer);
  view.setUint32(0, 0x64656d6f);
  view.setUint32(4, seed >>> 0);

  function secretOf(wallet: number, index: number, part: number): Uint8Array {
    view.setUint32(8, wallet);
    view.setUint32(12, index);
    view.setUint32(16, part);
    return hashing.sha256(material);
  }

  function publicKey(wallet: number, index: number, part = 0): Uint8Array {
    const digest = secretOf(wallet, index, part);
    const key = new Uint8Array(33);
    key.set(digest, 1);
    key[0] = 2 + ((digest[31] ?? 0) & 1);
    return key;
  }

  function multisigScript(wallet: number, index: number): Uint8Array {
    const script = new Uint8Array(105);
    script[0] = 0x52;
    for (let i = 0; i < 3; i++) {
      script[1 + 34 * i] = 33;
      script.set(publicKey(wallet, index, i), 2 + 34 * i);
    }
    script[103] = 0x53;
    script[104] = 0xae;
    return script;
  }

  /** Returns `OP_0 <20 bytes>`: the redeem script of a P2SH-wrapped key hash. */
  function keyHashProgram(wallet: number, index: number): Uint8Array {
    return wrap([0x00, 20], hash160(hashing, publicKey(wallet, index)));
  }

  return {
    lock(wallet, style, index) {
      switch (style) {
        case 'p2pk':
          return wrap([33], publicKey(wallet, index), [0xac]);
        case 'p2pkh':
          return wrap([0x76, 0xa9, 20], hash160(hashing, publicKey(wallet, index)), [0x88, 0xac]);
        case 'p2sh_p2wpkh':
          return wrap([0xa9, 20], hash160(hashing, keyHashProgram(wallet, index)), [0x87]);
        case 'p2wpkh':
          return keyHashProgram(wallet, index);
        case 'p2tr':
          return wrap([0x51, 32], secretOf(wallet, index, 0));
        case 'p2wsh_multisig':
          return wrap([0x00, 32], hashing.sha256(multisigScript(wallet, index)));
        case 'p2sh_multisig':
          return wrap([0xa9, 20], hash160(hashing, multisigScript(wallet, index)), [0x87]);
      }
    },
    unlock(wallet, style, index, random) {
      switch (style) {
        case 'p2pk':
          return { script: wrap([72], signature(random)), witness: [] };
        case 'p2pkh':
          return { script: push(signature(random), publicKey(wallet, index)), witness: [] };
        case 'p2sh_p2wpkh':
          return {
            script: push(keyHashProgram(wallet, index)),
            witness: [signature(random), publicKey(wallet, index)],
          };
        case 'p2wpkh':
          return { script: none, witness: [signature(random), publicKey(wallet, index)] };
        case 'p2tr':
          return { script: none, witness: [random.bytes(64)] };
        case 'p2wsh_multisig':
          return {
            script: none,
            witness: [none, signature(random), signature(random), multisigScript(wallet, index)],
          };
        case 'p2sh_multisig':
          return {
            script: wrap(
              [0x00],
              push(signature(random), signature(random)),
              [0x4c, 105],
              multisigScript(wallet, index),
            ),
            witness: [],
          };
      }
    },
  };
}

/** Returns a signature of 72 bytes in the format of BIP 66, with a high R as from wallets without grinding. */
function signature(random: Random): Uint8Array {
  const bytes = random.bytes(72);
  bytes.set([0x30, 69, 0x02, 33, 0x00], 0);
  bytes[5] = 0x80 | (bytes[5] ?? 0);
  bytes.set([0x02, 32], 37);
  bytes[39] = 0x7f & (bytes[39] ?? 0);
  bytes[71] = 0x01;
  return bytes;
}

function wrap(...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Prefixes each item with its length; items of up to 75 bytes. */
function push(...items: readonly Uint8Array[]): Uint8Array {
  return wrap(...items.flatMap((item) => [[item.length], item]));
}
