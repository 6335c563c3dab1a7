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

/** Largest height that the ledger can number. */
const maxHeight = 2 ** 31 - 1;

export type BlockId = { kind: 'height'; height: number } | { kind: 'hash'; hash: Uint8Array };

/** Whether a text is a transaction or block hash of either chain. */
export function isHash(text: string): boolean {
  return /^(0x)?[0-9a-f]{64}$/i.test(text.trim());
}

/** A Bitcoin block by height or hash. 400 with the reason if the text is neither. */
export function parseBlockId(text: string): BlockId {
  const given = text.trim();
  if (/^[0-9a-f]{64}$/i.test(given)) return { kind: 'hash', hash: fromDisplayHash(given.toLowerCase()) };
  return parseHeight(given, '64 hexadecimal digits');
}

/** An Ethereum block by height or hash. 400 with the reason if the text is neither. */
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

/** A hash of Ethereum: the bytes as they are written. 400 if it is not 0x and 64 hexadecimal digits. */
export function parseEthereumHash(text: string): Uint8Array {
  const given = text.trim();
  if (!/^0x[0-9a-f]{64}$/i.test(given)) {
    throw badRequest('invalid_hash', 'Invalid transaction hash: expected 0x and 64 hexadecimal digits');
  }
  return fromHex(given.slice(2).toLowerCase());
}

/** A transaction id in internal byte order. 400 if it is not 64 hexadecimal digits. */
export function parseTxid(text: string): Uint8Array {
  const given = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(given)) {
    throw badRequest('invalid_hash', 'Invalid transaction hash: expected 64 hexadecimal digits');
  }
  return fromDisplayHash(given.toLowerCase());
}

export interface BitcoinAddress {
  /** As addresses are written in answers: bech32 may be typed in capitals, and is one address (BIP173). */
  text: string;
  key: Uint8Array;
  type: ScriptType;
}

export interface EthereumAccountName {
  /** In the capitals of EIP-55, as addresses are written in answers. */
  text: string;
  bytes: Uint8Array;
}

/** The refusal of an address with its reason; where only the capitals are wrong, `details.checksummed` has the right ones. */
function invalidAddress(error: ChainError): AppError {
  const { checksummed } = error.details;
  return new AppError('invalid_address', `${texts.addressInvalid}: ${error.message}`, {
    details: { reason: error.code, ...(checksummed !== undefined && { checksummed }) },
    cause: error,
  });
}

/** An Ethereum address in any case (0x and 40 hexadecimal digits). 400 with the reason, also where mixed capitals are not those of EIP-55. */
export function parseEthereumAccount(text: string): EthereumAccountName {
  try {
    const { address, checksummed } = parseEthereumAddress(text.trim().replace(/^0X/, '0x'));
    return { text: checksummed, bytes: fromHex(address.slice(2)) };
  } catch (error) {
    throw error instanceof ChainError ? invalidAddress(error) : error;
  }
}

/** A Bitcoin address of `network`. 400 with the reason (wrong checksum, other network, …). */
export function parseBitcoinAddress(text: string, network: NetworkName): BitcoinAddress {
  try {
    const { key, type } = parseAddress(text.trim(), networks[network]);
    return { text: encodeAddress(key, networks[network]), key, type };
  } catch (error) {
    throw error instanceof ChainError ? invalidAddress(error) : error;
  }
}

/** Readers of identifiers; each throws 400 with the reason. */
interface ChainIdentifiers {
  block(text: string): BlockId;
  /** A transaction hash, as the ledger stores it. */
  transaction(text: string): Uint8Array;
  /** An address as answers write it, and its key in the ledger. `network` is that of Bitcoin. */
  address(text: string, network: NetworkName): { text: string; key: Uint8Array };
}

/** How identifiers of each chain are read. */
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

/** Throws 400 if an asset is named on a chain that has its coin only. */
export function checkAsset(chain: Blockchain, asset: string | undefined): void {
  const { name, hasTokens } = chains[chain];
  if (asset !== undefined && !hasTokens) {
    throw badRequest('bad_request', `${name} addresses have one asset: omit \`asset\``);
  }
}
