import type { ScriptType } from '@hopscope/domain';
import { ChainError } from '../../errors.ts';
import { decodeBase58Hash, encodeBase58Hash } from './base58.ts';
import { decodeSegwit, encodeSegwit } from './bech32.ts';
import { type BitcoinNetwork, networks } from '../networks.ts';
import { OP } from '../script/opcodes.ts';
import { witnessType } from '../script/script.ts';

const PUBKEY_HASH = 0x00;
const SCRIPT_HASH = 0x01;
/** Kind byte of a version 0 witness program; the version is added to it. */
const WITNESS = 0x10;

/** An address as the ledger knows it. */
export interface ParsedAddress {
  /** Address key, see `addressKeyOfScript`. */
  readonly key: Uint8Array;
  /** Kind of output that pays to this address as written (P2PK outputs share the key of `p2pkh`). */
  readonly type: ScriptType;
}

/** Text of an address key on a network. Throws `address_key_invalid` for bytes that are no address key. */
export function encodeAddress(key: Uint8Array, network: BitcoinNetwork): string {
  assertKey(key);
  const kind = key[0] ?? 0;
  if (kind === PUBKEY_HASH) return encodeBase58Hash(network.pubKeyHash, key, 1);
  if (kind === SCRIPT_HASH) return encodeBase58Hash(network.scriptHash, key, 1);
  return encodeSegwit(network.hrp, kind - WITNESS, key, 1);
}

/**
 * Key and kind of an address of this network, written exactly (no white space). Throws ChainError with a code
 * `address_*` and a message for the person who typed it; `address_network` when it is a valid address of another network.
 */
export function parseAddress(text: string, network: BitcoinNetwork): ParsedAddress {
  if (/^0x/i.test(text)) {
    throw new ChainError('address_network', 'This looks like an Ethereum address, not a Bitcoin address.', {
      details: { network: 'ethereum' },
    });
  }
  if (text.length < 14 || text.length > 90) {
    throw new ChainError('address_length', `A Bitcoin address has 14 to 90 characters, not ${text.length}.`, {
      details: { length: text.length },
    });
  }
  return resemblesSegwit(text) ? parseSegwit(text, network) : parseBase58(text, network);
}

/** Locking script that pays to an address key. Throws `address_key_invalid`. */
export function scriptOfAddressKey(key: Uint8Array): Uint8Array {
  assertKey(key);
  const kind = key[0] ?? 0;
  const payload = key.subarray(1);
  if (kind === PUBKEY_HASH) {
    return Uint8Array.of(OP.DUP, OP.HASH160, 20, ...payload, OP.EQUALVERIFY, OP.CHECKSIG);
  }
  if (kind === SCRIPT_HASH) return Uint8Array.of(OP.HASH160, 20, ...payload, OP.EQUAL);
  const version = kind - WITNESS;
  return Uint8Array.of(version === 0 ? 0 : OP.N1 + version - 1, payload.length, ...payload);
}

/** Returns the output type of an address key (`p2pkh` for key hashes). Throws `address_key_invalid`. */
export function typeOfAddressKey(key: Uint8Array): ScriptType {
  assertKey(key);
  const kind = key[0] ?? 0;
  if (kind === PUBKEY_HASH) return 'p2pkh';
  return kind === SCRIPT_HASH ? 'p2sh' : witnessType(kind - WITNESS, key.subarray(1));
}

function parseBase58(text: string, network: BitcoinNetwork): ParsedAddress {
  const { version, hash } = decodeBase58Hash(text);
  if (version === network.pubKeyHash) return { key: keyOf(PUBKEY_HASH, hash), type: 'p2pkh' };
  if (version === network.scriptHash) return { key: keyOf(SCRIPT_HASH, hash), type: 'p2sh' };
  throw otherNetwork(network, (other) => version === other.pubKeyHash || version === other.scriptHash);
}

function parseSegwit(text: string, network: BitcoinNetwork): ParsedAddress {
  const { hrp, version, program } = decodeSegwit(text);
  if (hrp !== network.hrp) throw otherNetwork(network, (other) => hrp === other.hrp);
  return { key: keyOf(WITNESS + version, program), type: witnessType(version, program) };
}

/** Base58 addresses begin with 1, 2, 3, m, or n. A known prefix, or lowercase letters before a 1, indicates SegWit. */
function resemblesSegwit(text: string): boolean {
  const lower = text.toLowerCase();
  if (Object.values(networks).some(({ hrp }) => lower.startsWith(`${hrp}1`))) return true;
  return !/^[123mn]/.test(text) && /^[a-z]+1[02-9ac-hj-np-z]+$/.test(lower);
}

function otherNetwork(wanted: BitcoinNetwork, matches: (network: BitcoinNetwork) => boolean): ChainError {
  const names = Object.values(networks)
    .filter((network) => network.name !== 'demo' && matches(network))
    .map(({ name }) => name);
  const found = names.length > 0 ? `for ${names.join(' or ')}` : 'for a network other than Bitcoin';
  return new ChainError(
    'address_network',
    `The address is valid, but ${found}. This server uses ${wanted.name}.`,
    {
      details: { network: names.join(',') || 'unknown', wanted: wanted.name },
    },
  );
}

function keyOf(kind: number, payload: Uint8Array): Uint8Array {
  const key = new Uint8Array(1 + payload.length);
  key[0] = kind;
  key.set(payload, 1);
  return key;
}

function assertKey(key: Uint8Array): void {
  const kind = key[0] ?? -1;
  const payload = key.length - 1;
  const hash = kind === PUBKEY_HASH || kind === SCRIPT_HASH;
  const valid = hash
    ? payload === 20
    : kind === WITNESS
      ? payload === 20 || payload === 32
      : kind > WITNESS && kind <= WITNESS + 16 && payload >= 2 && payload <= 40;
  if (!valid) {
    throw new ChainError('address_key_invalid', `Type ${kind} with ${payload} bytes is not an address key.`);
  }
}
