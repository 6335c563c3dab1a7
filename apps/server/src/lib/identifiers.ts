import {
  ChainError,
  encodeAddress,
  fromDisplayHash,
  fromHex,
  networks,
  parseAddress,
  parseEthereumAddress,
} from '@hopscope/chain';
import { texts } from '@hopscope/contract';
import { type Blockchain, chains, type ScriptType } from '@hopscope/domain';
import { AppError, badRequest } from './app-error.ts';
import type { NetworkName } from '../ledger/bitcoin/ledger.ts';

/** Highest height that the ledger supports. */
const maxHeight = 2 ** 31 - 1;

export type BlockId = { kind: 'height'; height: number } | { kind: 'hash'; hash: Uint8Array };

/** Returns true if a text is a transaction or block hash of either chain. */
export function isHash(text: string): boolean {
  return /^(0x)?[0-9a-f]{64}$/i.test(text.trim());
}

/** Parses a Bitcoin block's height or hash. Throws 400 with the reason if the text is neither. */
export function parseBlockId(text: string): BlockId {
  const given = text.trim();
  if (/^[0-9a-f]{64}$/i.test(given)) return { kind: 'hash', hash: fromDisplayHash(given.toLowerCase()) };
  return parseHeight(given, '64 hexadecimal digits');
}

/** Parses an Ethereum block's height or hash. Throws 400 with the reason if the text is neither. */
export function parseEthereumBlockId(text: string): BlockId {
  const given = text.trim();
  if (isHash(given)) return { kind: 'hash', hash: parseEthereumHash(given) };
  return parseHeight(given, '0x and 64 hexadecimal digits');
}

function parseHeight(given: string, otherwise: string): BlockId {
  if (given === '') throw badRequest('invalid_block', texts.blockNumberMissing);
  if (!/^\d+$/.test(given)) {
    throw badRequest(
      'invalid_block',
      `${texts.blockNumberInvalid}: expected a whole number of 0 or more, or ${otherwise}`,
    );
  }
  const height = Number(given);
  if (!Number.isSafeInteger(height) || height > maxHeight) {
    throw badRequest('invalid_block', `${texts.blockHeightInvalid}: there is no block ${given}`);
  }
  return { kind: 'height', height };
}

/** Parses a hash of Ethereum without reversing its bytes. Throws 400 if it isn't 0x and 64 hex digits. */
export function parseEthereumHash(text: string): Uint8Array {
  const given = text.trim();
  if (!/^0x[0-9a-f]{64}$/i.test(given)) {
    throw badRequest('invalid_hash', 'Invalid transaction hash: expected 0x and 64 hexadecimal digits');
  }
  return fromHex(given.slice(2).toLowerCase());
}

/** Parses a transaction ID and returns it in internal byte order. Throws 400 if it isn't 64 hex digits. */
export function parseTxid(text: string): Uint8Array {
  const given = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(given)) {
    throw badRequest('invalid_hash', 'Invalid transaction hash: expected 64 hexadecimal digits');
  }
  return fromDisplayHash(given.toLowerCase());
}

export interface BitcoinAddress {
  /** The form in responses: bech32 in capitals is the same address (BIP173). */
  text: string;
  key: Uint8Array;
  type: ScriptType;
}

export interface EthereumAccountName {
  /** The form in responses: with the capitals of EIP-55. */
  text: string;
  bytes: Uint8Array;
}

/**
 * Creates the error for an invalid address with its reason; if only the capitals are wrong, `details.checksummed` has the
 * right ones.
 */
function invalidAddress(error: ChainError): AppError {
  const { checksummed } = error.details;
  return new AppError('invalid_address', `${texts.addressInvalid}: ${error.message}`, {
    details: { reason: error.code, ...(checksummed !== undefined && { checksummed }) },
    cause: error,
  });
}

/**
 * Parses an Ethereum address in any case (0x and 40 hex digits). Throws 400 with the reason, also if mixed case doesn't
 * match EIP-55.
 */
export function parseEthereumAccount(text: string): EthereumAccountName {
  try {
    const { address, checksummed } = parseEthereumAddress(text.trim().replace(/^0X/, '0x'));
    return { text: checksummed, bytes: fromHex(address.slice(2)) };
  } catch (error) {
    throw error instanceof ChainError ? invalidAddress(error) : error;
  }
}

/** Parses a Bitcoin address of `network`. Throws 400 with the reason (wrong checksum, other network, …). */
export function parseBitcoinAddress(text: string, network: NetworkName): BitcoinAddress {
  try {
    const { key, type } = parseAddress(text.trim(), networks[network]);
    return { text: encodeAddress(key, networks[network]), key, type };
  } catch (error) {
    throw error instanceof ChainError ? invalidAddress(error) : error;
  }
}

/** Parsers of identifiers; each throws 400 with the reason. */
interface ChainIdentifiers {
  block(text: string): BlockId;
  /** Returns a transaction hash as the ledger stores it. */
  transaction(text: string): Uint8Array;
  /** Returns the form of an address in responses, and its key in the ledger. `network` is that of Bitcoin. */
  address(text: string, network: NetworkName): { text: string; key: Uint8Array };
}

/** Parsers of the identifiers of each chain. */
export const identifiers: Readonly<Record<Blockchain, ChainIdentifiers>> = {
  bitcoin: { block: parseBlockId, transaction: parseTxid, address: parseBitcoinAddress },
  ethereum: {
    block: parseEthereumBlockId,
    transaction: parseEthereumHash,
    address(given) {
      const { text, bytes } = parseEthereumAccount(given);
      return { text, key: bytes };
    },
  },
};

/** Throws 400 if an asset is given for a chain that has only its coin. */
export function checkAsset(chain: Blockchain, asset: string | undefined): void {
  const { name, hasTokens } = chains[chain];
  if (asset !== undefined && !hasTokens) {
    throw badRequest('bad_request', `${name} addresses have one asset: omit \`asset\``);
  }
}
