import type { EntityListItem } from '@hopscope/contract';
import type { EntityMatch, SearchField } from '../../../lib/directory/entity-search.ts';

/** Where a match is shown to be that its row does not show anyway. */
const places: Partial<Record<SearchField, (entity: EntityListItem) => string | undefined>> = {
  aliases: ({ aliases }) => aliases && `also known as ${aliases.join(', ')}`,
  ticker: ({ ticker }) => (ticker ? `ticker ${ticker}` : undefined),
  url: ({ url }) => url ?? undefined,
  contact: () => 'matched in contacts',
  description: () => 'matched in the description',
  countries: () => 'matched by country',
  tags: () => 'matched by tag',
};

/** Why an entity is among the results, where that is not its name; undefined where it is. */
export function matchText({ entity, field }: EntityMatch): string | undefined {
  return places[field]?.(entity);
}
