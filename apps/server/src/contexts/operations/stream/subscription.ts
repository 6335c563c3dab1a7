import { type Blockchain, streamAddressLimit } from '@hopscope/contract';
import { chainOf } from '@hopscope/domain';
import { badRequest } from '../../../lib/app-error.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { identifiers } from '../../../lib/identifiers.ts';

/** A followed address. */
export interface FollowedAddress {
  /** Text as in answers. */
  readonly text: string;
  readonly key: Uint8Array;
}

/** Followed addresses of each chain by `byteKey`. */
export type Subscription = Readonly<Record<Blockchain, ReadonlyMap<string, FollowedAddress>>>;

/**
 * Parses addresses of either chain, separated by commas, without duplicates.
 * Throws 400 with the reason for an invalid address, or too many.
 */
export function parseSubscription(text: string | undefined, network: NetworkName): Subscription {
  const given = (text ?? '').split(',').filter((part) => part.trim() !== '');
  if (given.length > streamAddressLimit) {
    throw badRequest('validation_failed', `A stream can follow at most ${streamAddressLimit} addresses`);
  }
  const followed = {
    bitcoin: new Map<string, FollowedAddress>(),
    ethereum: new Map<string, FollowedAddress>(),
  };
  for (const part of given) {
    const chain = chainOf(part);
    const { text: address, key } = identifiers[chain].address(part, network);
    followed[chain].set(byteKey(key), { text: address, key });
  }
  return followed;
}
