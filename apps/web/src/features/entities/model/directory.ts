import type { EntityListItem } from '@hopscope/contract';
import { type Blockchain, chains, descending, valueInCents } from '@hopscope/domain';
import type { EntityBalance } from '../api/activity.ts';
import { numberedValues } from '../../../lib/text/entity-labels.ts';

/** Facets of the directory. */
export interface DirectoryFilter {
  type?: string | undefined;
  /** Country code, or the text of a source. */
  country?: string | undefined;
  sanctioned?: true | undefined;
}

export const directorySorts = ['name', 'type', 'country', 'balance', 'changed'] as const;
export type DirectorySort = (typeof directorySorts)[number];

/** Number of entities of a page. */
export const directoryPageSize = 25;

export const countriesOf = (entity: EntityListItem): string[] => numberedValues(entity, 'associate_country');

const matches = (entity: EntityListItem, { type, country, sanctioned }: DirectoryFilter): boolean =>
  (type === undefined || entity.entity_type === type) &&
  (country === undefined || countriesOf(entity).includes(country)) &&
  (sanctioned === undefined || entity.ofac === true);

/** Entities without a value come last. */
const keyOf: Record<Exclude<DirectorySort, 'balance'>, (entity: EntityListItem) => string> = {
  name: ({ proper_name: name }) => name.toLowerCase(),
  type: ({ entity_type: type }) => type ?? '\uffff',
  country: (entity) => countriesOf(entity)[0] ?? '\uffff',
  // Newest first: the digits of a time are inverted.
  changed: ({ date_updated: at }) => at.replace(/\d/g, (digit) => String(9 - Number(digit))),
};

/** Current prices of the coins, in millionths of a dollar; undefined: unknown. */
export type CoinPrices = Readonly<Record<Blockchain, string | undefined>>;

/** Returns the value of the known balances of an entity in cents; undefined if none of them has a known value. */
export function balanceInCents(
  { btc_bal: bitcoin, eth_bal: ether }: Pick<EntityBalance, 'btc_bal' | 'eth_bal'>,
  prices: CoinPrices,
): bigint | undefined {
  const valueOf = (chain: Blockchain, amount: string | null): bigint | undefined => {
    const price = prices[chain];
    if (amount === null || price === undefined) return undefined;
    return valueInCents(BigInt(amount), chains[chain].coin.decimals, BigInt(price));
  };
  const known = [valueOf('bitcoin', bitcoin), valueOf('ethereum', ether)].filter(
    (value) => value !== undefined,
  );
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0n);
}

/**
 * Returns the entities that match, in an order; equal ones by name. `centsOf` returns the value of the balance of an entity:
 * the largest come first, unknown ones last.
 */
export function directoryOf(
  entities: readonly EntityListItem[],
  filter: DirectoryFilter,
  sort: DirectorySort,
  centsOf: (entityId: string) => bigint | undefined = () => undefined,
): EntityListItem[] {
  const found = entities.filter((entity) => matches(entity, filter));
  if (sort === 'balance') {
    return directoryOf(found, {}, 'name').toSorted((one, other) =>
      descending(centsOf(one.entity_id) ?? -1n, centsOf(other.entity_id) ?? -1n),
    );
  }
  const key = keyOf[sort];
  return found.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a !== b) return a < b ? -1 : 1;
    return keyOf.name(one) < keyOf.name(other) ? -1 : 1;
  });
}

/** Counts the values of a facet, most first, among entities that match all other facets. */
export function facetOf(
  entities: readonly EntityListItem[],
  filter: DirectoryFilter,
  facet: 'type' | 'country',
): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const entity of entities) {
    if (!matches(entity, { ...filter, [facet]: undefined })) continue;
    const values = facet === 'type' ? [entity.entity_type] : countriesOf(entity);
    for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}
