import type { EntityListItem } from '@hopscope/contract';
import type { EntityMatch, SearchField } from '../../../lib/directory/entity-search.ts';

/** Texts of matches in fields that a row doesn't show. */
const places: Partial<Record<SearchField, (entity: EntityListItem) => string | undefined>> = {
  aliases: ({ aliases }) => aliases && `also known as ${aliases.join(', ')}`,
  ticker: ({ ticker }) => (ticker ? `ticker ${ticker}` : undefined),
  url: ({ url }) => url ?? undefined,
  contact: () => 'matched in contacts',
  description: () => 'matched in the description',
  countries: () => 'matched by country',
  tags: () => 'matched by tag',
};

/** Returns why an entity matches; undefined if its name does. */
export function matchText({ entity, field }: EntityMatch): string | undefined {
  return places[field]?.(entity);
}
