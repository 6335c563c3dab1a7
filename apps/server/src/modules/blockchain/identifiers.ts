import {
  ChainError,
  encodeAddress,
  fromDisplayHash,
  networks,
  parseAddress,
  parseEthereumAddress,
  type ScriptType,
} from '@hopscope/chain';
import { texts } from '@hopscope/contract';
import { AppError, badRequest, notCovered } from '../../app-error.ts';
import type { NetworkName } from '../../ledger/bitcoin/ledger.ts';

/** Largest height that the ledger can number. */
const maxHeight = 2 ** 31 - 1;

export type BlockId = { kind: 'height'; height: number } | { kind: 'hash'; hash: Uint8Array };

/** A block by height or hash. 400 with the reason if the text is neither. */
export function parseBlockId(text: string): BlockId {
  const given = text.trim();
  if (/^[0-9a-f]{64}$/i.test(given)) return { kind: 'hash', hash: fromDisplayHash(given.toLowerCase()) };
  if (given === '') throw badRequest('invalid_block', texts.blockNumberMissing);
  if (!/^\d+$/.test(given)) {
    throw badRequest(
      'invalid_block',
      `${texts.blockNumberInvalid}: a whole number from 0 on, or 64 hexadecimal digits`,
    );
  }
  const height = Number(given);
  if (!Number.isSafeInteger(height) || height > maxHeight) {
    throw badRequest('invalid_block', `${texts.blockHeightInvalid}: no block has number ${given}`);
  }
  return { kind: 'height', height };
}

/** A transaction id in internal byte order. 400 if it is not 64 hexadecimal digits. */
export function parseTxid(text: string): Uint8Array {
  const given = text.trim();
  if (!/^[0-9a-f]{64}$/i.test(given)) {
    throw badRequest('invalid_hash', 'Invalid transaction hash: 64 hexadecimal digits are expected');
  }
  return fromDisplayHash(given.toLowerCase());
}

export interface BitcoinAddress {
  /** As addresses are written in answers: bech32 may be typed in capitals, and is one address (BIP173). */
  text: string;
  key: Uint8Array;
  type: ScriptType;
}

export function isEthereumLike(text: string): boolean {
  return /^0x/i.test(text.trim());
}

/**
 * A Bitcoin address of `network`. 400 with the reason (wrong checksum, other network, …);
 * a valid Ethereum address is 404 `not_covered` while no Ethereum source is connected.
 */
export function parseBitcoinAddress(text: string, network: NetworkName): BitcoinAddress {
  const given = text.trim();
  try {
    if (isEthereumLike(given)) {
      const { checksummed } = parseEthereumAddress(given);
      throw notCovered(`${checksummed} is an Ethereum address, and no Ethereum source is connected`);
    }
    const { key, type } = parseAddress(given, networks[network]);
    return { text: encodeAddress(key, networks[network]), key, type };
  } catch (error) {
    if (error instanceof ChainError) {
      throw new AppError('invalid_address', 400, `${texts.addressInvalid}: ${error.message}`, {
        details: { reason: error.code },
        cause: error,
      });
    }
    throw error;
  }
}
