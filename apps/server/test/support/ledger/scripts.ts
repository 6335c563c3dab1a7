import { type Hashing, hash160 } from '@hopscope/chain';
import type { ScriptType } from '@hopscope/domain';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import type { Random } from '../survival/random.ts';

const hashing: Hashing = nativeHashing;

function pubkey(random: Random, compressed: boolean): Uint8Array {
  const key = random.bytes(compressed ? 33 : 65);
  key[0] = compressed ? 2 + random.below(2) : 4;
  return key;
}

export function p2pk(key: Uint8Array): Uint8Array {
  return Uint8Array.of(key.length, ...key, 0xac);
}

export function p2pkh(key: Uint8Array): Uint8Array {
  return Uint8Array.of(0x76, 0xa9, 20, ...hash160(hashing, key), 0x88, 0xac);
}

export function opReturn(data: Uint8Array): Uint8Array {
  return Uint8Array.of(0x6a, data.length, ...data);
}

function multisig(random: Random): Uint8Array {
  const keys = [pubkey(random, true), pubkey(random, true)];
  return Uint8Array.of(0x51, ...keys.flatMap((key) => [key.length, ...key]), 0x52, 0xae);
}

const makers: Record<ScriptType, (random: Random) => Uint8Array> = {
  p2pk: (random) => p2pk(pubkey(random, random.chance(0.5))),
  p2pkh: (random) => p2pkh(pubkey(random, true)),
  p2sh: (random) => Uint8Array.of(0xa9, 20, ...random.bytes(20), 0x87),
  p2wpkh: (random) => Uint8Array.of(0, 20, ...random.bytes(20)),
  p2wsh: (random) => Uint8Array.of(0, 32, ...random.bytes(32)),
  p2tr: (random) => Uint8Array.of(0x51, 32, ...random.bytes(32)),
  witness_unknown: (random) => {
    const length = 2 + random.below(39);
    return Uint8Array.of(0x52 + random.below(15), length, ...random.bytes(length));
  },
  anchor: () => Uint8Array.of(0x51, 2, 0x4e, 0x73),
  multisig,
  op_return: (random) => opReturn(random.bytes(random.below(60))),
  nonstandard: (random) => Uint8Array.of(0x61, 1, random.below(256), 0x87),
};

export function randomScript(type: ScriptType, random: Random): Uint8Array {
  return makers[type](random);
}

/**
 * Creates locking scripts for a small economy, busiest first: all types, and keys that are paid both directly (P2PK) and by hash,
 * so that one address has both.
 */
export function createWallet(random: Random, size: number): Uint8Array[] {
  const plain = ['p2pkh', 'p2wpkh', 'p2sh', 'p2tr', 'p2wsh', 'witness_unknown'] as const;
  const scripts: Uint8Array[] = [];
  const twofold = pubkey(random, true);
  scripts.push(p2pkh(twofold), randomScript('p2wpkh', random), p2pk(twofold), randomScript('anchor', random));
  while (scripts.length < size) scripts.push(randomScript(random.pick(plain), random));
  return scripts;
}
