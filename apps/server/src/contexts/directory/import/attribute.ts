import { readAddress } from './import-address.ts';
import type { ImportedAttribution, ImportItem } from './import-item.ts';

/** An unvalidated address with its attribution in a list. */
export interface ClaimedAddress
  extends Omit<ImportedAttribution, 'kind' | 'chain' | 'address' | 'attribution'> {
  readonly text: string;
  /** Name of the chain or asset in the list; undefined: determined by the form of the address. */
  readonly asset?: string;
  readonly place: string;
  readonly attribution?: 'direct' | 'derived';
}

/** Returns the claim as an item: an attribution, or the reason why there is none. */
export function attribute(claim: ClaimedAddress): ImportItem {
  const { text, asset, place, ...rest } = claim;
  const read = readAddress(text, asset);
  if (read.kind === 'other_chain') return { kind: 'other_chain', place, chain: read.chain };
  if (read.kind === 'refused') return { kind: 'refused', place, reason: read.reason };
  return { kind: 'attribution', attribution: 'direct', ...rest, chain: read.chain, address: read.address };
}
