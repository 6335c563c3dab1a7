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
  /** Returns what contracts state about the address. Throws errors of the call. */
  stated: (address: string, organizationId: string | undefined) => Promise<StatedFacts>;
}

/** What contracts state about an address. */
export interface StatedFacts {
  /** Whether the issuer of a token has frozen it. */
  readonly frozen: boolean;
  /** To whom it passes deposits on; null: it is no deposit contract, as far as is known. */
  readonly depositsTo: string | null;
}

interface Answer {
  readonly named: NamedAddress | null;
  readonly facts: StatedFacts;
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
      const { data, referenceData, frozen, depositsTo } = await api(
        attributeByAddress,
        { body: { addresses } },
        { organizationId },
      );
      const isFrozen = new Set(frozen);
      for (const [address, waiting] of portion) {
        const attribution = Object.hasOwn(data, address) ? data[address] : undefined;
        const named = attribution ? { attribution, entity: referenceData[address] } : null;
        const to = depositsTo && Object.hasOwn(depositsTo, address) ? depositsTo[address] : undefined;
        const answer = { named, facts: { frozen: isFrozen.has(address), depositsTo: to ?? null } };
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
    stated: async (address, organizationId) => (await request(address, organizationId)).facts,
  };
}
