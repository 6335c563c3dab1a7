import { isCsam } from '@hopscope/contract';
import type { EntityRow, NewEntity } from './entities.store.ts';
import { domainOf, isPerson, nameKeyOf } from '../releases/matching.ts';
import { type EntityValues, nextChange, resolve, type Statement, valuesOf } from '../releases/resolve.ts';

/** Returns an entity's row from its statements on a day, without version and times. */
export function entityRowOf(
  statements: readonly Statement[],
  date: string,
): Omit<NewEntity, 'entityId' | 'version' | 'updatedAt' | 'updatedBy'> {
  const record = valuesOf(resolve(statements, date));
  const type = record.entity_type?.[0] ?? null;
  const name = record.proper_name?.[0];
  const url = record.url?.[0];
  return {
    record,
    csam: isCsam({ type, tags: record.entity_tag ?? [] }),
    nextChange: nextChange(statements, date),
    domain: url === undefined ? null : domainOf(url),
    nameKey: name === undefined || isPerson(type) ? null : nameKeyOf(name),
    country: type === 'country' ? (record.associate_country?.[0] ?? null) : null,
    parentId: record.parent_id?.[0] ?? null,
  };
}

/** Returns the fields in which two records differ. */
export function changedFields(before: EntityValues, after: EntityValues): (keyof EntityValues)[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof EntityValues)[]);
  return [...fields].filter((field) => !sameList(before[field], after[field])).toSorted();
}

/** Tests whether two lists of values are equal; undefined equals an empty list. */
export function sameList(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  const [one, other] = [a ?? [], b ?? []];
  return one.length === other.length && one.every((value, i) => value === other[i]);
}

/** Returns the record of a row that may be undefined. */
export function recordOf(row: Pick<EntityRow, 'record'> | undefined): EntityValues {
  return row?.record ?? {};
}
