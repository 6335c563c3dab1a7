import { fromHex } from '@hopscope/chain';
import { chainOf } from '@hopscope/domain';
import { AppError } from '../../../lib/app-error.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { identifiers, isHash } from '../../../lib/identifiers.ts';

/** Normalizes a search; an invalid address is searched as typed and matches nothing. */
export function searchedFor(
  text: string,
  network: NetworkName,
): { txid: Uint8Array } | { address: string } | undefined {
  const given = text.trim();
  if (given === '') return undefined;
  if (isHash(given)) return { txid: fromHex(given.toLowerCase().replace(/^0x/, '')) };
  try {
    return { address: identifiers[chainOf(given)].address(given, network).text };
  } catch (error) {
    if (error instanceof AppError) return { address: given };
    throw error;
  }
}
