import { type EntityListItem, numberedFields } from '@hopscope/contract';

type Numbered = keyof typeof numberedFields;
type Values = Partial<Record<(typeof numberedFields)[Numbered][number], string | null | undefined>>;

/** Values of a numbered field of a record in their order; those that are not there are left out. */
export function numberedValues(entity: Values, field: Numbered): string[] {
  return numberedFields[field].flatMap((name) => entity[name] ?? []);
}

/** A type or tag in words: `mining_pool` is `Mining pool`. */
export function tagText(tag: string): string {
  const words = tag.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Comma-separated values of a field (tickers, key personnel) one by one. */
export function listOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What can be said of an entity beside its name wherever it is shown. */
export type EntityBrief = Pick<EntityListItem, 'entity_id' | 'proper_name' | 'fallback_logo'> &
  Partial<EntityListItem>;
