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
  /** Returns whether the issuer of a token has frozen the address. Throws errors of the call. */
  isFrozen: (address: string, organizationId: string | undefined) => Promise<boolean>;
}

interface Answer {
  readonly named: NamedAddress | null;
  readonly frozen: boolean;
}

interface Waiting {
  resolve: (answer: Answer) => void;
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
      const { data, referenceData, frozen } = await api(
        attributeByAddress,
        { body: { addresses } },
        { organizationId },
      );
      const isFrozen = new Set(frozen);
      for (const [address, waiting] of portion) {
        const attribution = Object.hasOwn(data, address) ? data[address] : undefined;
        const named = attribution ? { attribution, entity: referenceData[address] } : null;
        const answer = { named, frozen: isFrozen.has(address) };
        for (const { resolve } of waiting) resolve(answer);
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

  function request(address: string, organizationId: string | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let batch = gathered.get(organizationId);
      if (!batch) {
        batch = new Map();
        gathered.set(organizationId, batch);
        setTimeout(() => send(organizationId), gatherMs);
      }
      batch.set(address, [...(batch.get(address) ?? []), { resolve, reject }]);
    });
  }

  return {
    find: async (address, organizationId) => (await request(address, organizationId)).named,
    isFrozen: async (address, organizationId) => (await request(address, organizationId)).frozen,
  };
}
