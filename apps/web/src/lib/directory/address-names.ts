import { type Attribution, attributeByAddress, type EntityListItem } from '@hopscope/contract';
import type { ApiClient } from '../api/api-client.ts';

/** Owner of an address, with the directory's list entry. */
export interface NamedAddress {
  attribution: Attribution;
  entity: EntityListItem | undefined;
}

export interface AddressNames {
  /** Returns null if the owner is unknown. Throws errors of the call. */
  find: (address: string, organizationId: string | undefined) => Promise<NamedAddress | null>;
}

interface Waiting {
  resolve: (found: NamedAddress | null) => void;
  reject: (thrown: unknown) => void;
}

/** Maximum number of addresses per call. */
const mostAtOnce = 1000;
/** Time in milliseconds within which requests of a page are batched. */
const gatherMs = 10;

/** Batches the requests for all addresses of a page into one call (`POST /blockchain/attributions`). */
export function createAddressNames(api: ApiClient): AddressNames {
  const gathered = new Map<string | undefined, Map<string, Waiting[]>>();

  async function ask(
    organizationId: string | undefined,
    portion: readonly (readonly [string, Waiting[]])[],
  ): Promise<void> {
    const addresses = portion.map(([address]) => address);
    try {
      const { data, referenceData } = await api(
        attributeByAddress,
        { body: { addresses } },
        { organizationId },
      );
      for (const [address, waiting] of portion) {
        const attribution = Object.hasOwn(data, address) ? data[address] : undefined;
        const found = attribution ? { attribution, entity: referenceData[address] } : null;
        for (const { resolve } of waiting) resolve(found);
      }
    } catch (thrown) {
      for (const { reject } of portion.flatMap(([, waiting]) => waiting)) reject(thrown);
    }
  }

  function send(organizationId: string | undefined): void {
    const all = [...(gathered.get(organizationId) ?? [])];
    gathered.delete(organizationId);
    for (let at = 0; at < all.length; at += mostAtOnce) {
      void ask(organizationId, all.slice(at, at + mostAtOnce));
    }
  }

  return {
    find(address, organizationId) {
      return new Promise((resolve, reject) => {
        let batch = gathered.get(organizationId);
        if (!batch) {
          batch = new Map();
          gathered.set(organizationId, batch);
          setTimeout(() => send(organizationId), gatherMs);
        }
        batch.set(address, [...(batch.get(address) ?? []), { resolve, reject }]);
      });
    },
  };
}
