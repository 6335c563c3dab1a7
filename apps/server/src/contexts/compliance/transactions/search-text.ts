import { fromHex } from '@hopscope/chain';
import { AppError } from '../../../lib/app-error.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { chainOf, isHash, parseBitcoinAddress, parseEthereumAccount } from '../../../lib/identifiers.ts';

/** Normalizes a search; an invalid address is searched as typed and matches nothing. */
export function searchedFor(
  text: string,
  network: NetworkName,
): { txid: Uint8Array } | { address: string } | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  if (isHash(given)) return { txid: fromHex(given.toLowerCase().replace(/^0x/, '')) };
  try {
    const parse = chainOf(given) === 'ethereum' ? parseEthereumAccount : parseBitcoinAddress;
    return { address: parse(given, network).text };
  } catch (error) {
    if (error instanceof AppError) return { address: given };
    throw error;
  }
}
