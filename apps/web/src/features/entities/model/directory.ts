import type { EntityListItem } from '@hopscope/contract';
import { numberedValues } from '../../../lib/text/entity-labels.ts';

/** Facets of the directory. */
export interface DirectoryFilter {
  type?: string | undefined;
  /** Country code, or the text of a source. */
  country?: string | undefined;
  sanctioned?: true | undefined;
}

export const directorySorts = ['name', 'type', 'country', 'changed'] as const;
export type DirectorySort = (typeof directorySorts)[number];

/** Number of entities of a page. */
export const directoryPageSize = 25;

export const countriesOf = (entity: EntityListItem): string[] => numberedValues(entity, 'associate_country');

const matches = (entity: EntityListItem, { type, country, sanctioned }: DirectoryFilter): boolean =>
  (type === undefined || entity.entity_type === type) &&
  (country === undefined || countriesOf(entity).includes(country)) &&
  (sanctioned === undefined || entity.ofac === true);

/** Entities without a value come last. */
const keyOf: Record<DirectorySort, (entity: EntityListItem) => string> = {
  name: ({ proper_name: name }) => name.toLowerCase(),
  type: ({ entity_type: type }) => type ?? '\uffff',
  country: (entity) => countriesOf(entity)[0] ?? '\uffff',
  // Newest first: the digits of a time are inverted.
  changed: ({ date_updated: at }) => at.replace(/\d/g, (digit) => String(9 - Number(digit))),
};

/** Returns the entities that match, in an order; equal ones by name. */
export function directoryOf(
  entities: readonly EntityListItem[],
  filter: DirectoryFilter,
  sort: DirectorySort,
): EntityListItem[] {
  const key = keyOf[sort];
  return entities
    .filter((entity) => matches(entity, filter))
    .toSorted((one, other) => {
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
