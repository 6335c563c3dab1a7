import type { Attribution } from '@hopscope/contract';
import type { Viewing } from '../../directory/attributions/csam.ts';

/** Current owners of addresses in the directory. */
export interface Directory {
  readonly attributions: {
    list(
      texts: readonly string[],
      asOf: string | undefined,
      canSeeRestricted: boolean,
    ): Promise<{ data: Pick<Attribution, 'address' | 'entityId' | 'name'>[]; version: number }>;
  };
  /** Tests whether the caller may see hidden entities. */
  canSeeRestricted(call: Viewing): Promise<boolean>;
}

export interface Owner {
  readonly id: string;
  readonly name: string;
}

/** Entities of addresses for one caller; each address is queried once. */
export interface Counterparties {
  /** Changes with every change of the directory. */
  version(): Promise<number>;
  /** Returns owners by address, without addresses that have no attribution. */
  ownersOf(addresses: readonly string[]): Promise<ReadonlyMap<string, Owner>>;
}

/** Most addresses cached for one answer. */
const mostKnown = 50_000;

export function createCounterparties(directory: Directory, call: Viewing): Counterparties {
  const known = new Map<string, Owner | undefined>();
  let canSeeRestricted: boolean | undefined;
  async function ask(addresses: readonly string[]): ReturnType<Directory['attributions']['list']> {
    canSeeRestricted ??= await directory.canSeeRestricted(call);
    return directory.attributions.list(addresses, undefined, canSeeRestricted);
  }
  return {
    version: async () => (await ask([])).version,
    async ownersOf(addresses) {
      if (known.size > mostKnown) known.clear();
      const fresh = [...new Set(addresses)].filter((address) => !known.has(address));
      if (fresh.length > 0) {
        const { data } = await ask(fresh);
        for (const address of fresh) known.set(address, undefined);
        for (const { address, entityId, name } of data) {
          if (entityId !== null && name !== null) known.set(address, { id: entityId, name });
        }
      }
      return new Map(
        addresses.flatMap((address) => {
          const owner = known.get(address);
          return owner ? [[address, owner] as const] : [];
        }),
      );
    },
  };
}
