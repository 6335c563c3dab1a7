import {
  type BitcoinNetwork,
  ChainError,
  encodeAddress,
  networks,
  parseAddress,
  parseEthereumAddress,
} from '@hopscope/chain';
import { texts } from '@hopscope/contract';
import { AppError, badRequest } from '../../../lib/app-error.ts';

/** The one spelling of a transaction id: Bitcoin 64 hex digits, Ethereum with 0x before. 400 if it is neither. */
export function normalizeTransactionId(text: string): string {
  const given = text.trim().toLowerCase();
  if (!/^(?:0x)?[0-9a-f]{64}$/.test(given)) {
    throw badRequest('invalid_hash', 'Invalid transaction hash: expected 64 hexadecimal digits');
  }
  return given;
}

/**
 * The one spelling of an address: Ethereum in the capitals of EIP-55, Bitcoin as its network writes it (bech32 in small
 * letters). 400 `invalid_address` with the reason if it is no address.
 */
export function normalizeAddress(text: string): string {
  const given = text.trim();
  try {
    if (/^0x/i.test(given)) return parseEthereumAddress(given).checksummed;
    return normalizeBitcoinAddress(given);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new AppError('invalid_address', `${texts.addressInvalid}: ${error.message}`, {
      details: { reason: error.code },
      cause: error,
    });
  }
}

/** Networks share nothing but the spelling of equal addresses, so the first that reads it decides. */
function normalizeBitcoinAddress(given: string): string {
  const spell = (network: BitcoinNetwork): string => encodeAddress(parseAddress(given, network).key, network);
  const { mainnet, ...others } = networks;
  for (const network of Object.values(others)) {
    try {
      return spell(network);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
  }
  return spell(mainnet);
}
