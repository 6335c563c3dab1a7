import { type EntityListItem, numberedFields } from '@hopscope/contract';

type Numbered = keyof typeof numberedFields;
type Values = Partial<Record<(typeof numberedFields)[Numbered][number], string | null | undefined>>;

/** Returns the existing values of a numbered field of a record in order. */
export function numberedValues(entity: Values, field: Numbered): string[] {
  return numberedFields[field].flatMap((name) => entity[name] ?? []);
}

/** Formats a type or tag: `mining_pool` as `Mining pool`. */
export function tagText(tag: string): string {
  const words = tag.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Splits the comma-separated values of a field (tickers, key personnel). */
export function listOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Fields of an entity shown beside its name. */
export type EntityBrief = Pick<EntityListItem, 'entity_id' | 'proper_name' | 'fallback_logo'> &
  Partial<EntityListItem>;
