import {
  canonicalValue,
  type DirectoryFieldName,
  directoryFields,
  type EntityFormValues,
  isDirectoryField,
  numberedFields,
} from '@hopscope/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { Patch } from '../changes/changes.store.ts';
import { mergedDescription } from './directory.presenter.ts';
import { sameList } from './entity-row.ts';
import type { EntityValues } from '../releases/resolve.ts';

type Values = Partial<Record<DirectoryFieldName, readonly string[]>>;
type Given = string | number | boolean | null | undefined;

const lists = { aliases: 'alias', registrations: 'registration', programs: 'program' } as const;
const slots = new Set<string>(Object.values(numberedFields).flat());

function refuse(field: string, label: string): AppError {
  const message = `Please enter a valid value: ${label}`;
  return new AppError('validation_failed', message, { fields: [{ field, message }] });
}

/** Returns canonical values of a field, without blank and duplicate ones. */
function read(name: string, field: DirectoryFieldName, given: readonly Given[]): string[] {
  const { label, limit } = directoryFields[field];
  const texts = given.map((value) => String(value ?? '').trim()).filter((text) => text !== '');
  const values = texts.map((text) => {
    const value = canonicalValue(field, text);
    if (value === undefined) throw refuse(name, label);
    return value;
  });
  const once = [...new Set(values)];
  if (once.length > limit) throw refuse(name, `${label} (at most ${limit})`);
  return once;
}

function readNumbered(form: EntityFormValues, current: EntityValues): Values {
  const found: Values = {};
  for (const field of ['social_media_profile', 'associate_country', 'entity_tag'] as const) {
    const names: readonly (keyof EntityFormValues)[] = numberedFields[field];
    if (names.every((name) => form[name] === undefined)) continue;
    const given = names.map((name, i): Given => {
      const value = form[name];
      return Array.isArray(value) ? null : value === undefined ? current[field]?.[i] : value;
    });
    found[field] = read(names[0] ?? field, field, given);
  }
  return found;
}

function readLists(form: EntityFormValues): Values {
  const found: Values = {};
  for (const name of ['aliases', 'registrations', 'programs'] as const) {
    const given = form[name];
    if (given) found[lists[name]] = read(name, lists[name], given);
  }
  return found;
}

function readSingles(form: EntityFormValues): Values {
  const found: Values = {};
  for (const [name, given] of Object.entries(form)) {
    if (!isDirectoryField(name) || slots.has(name) || directoryFields[name].limit > 1) continue;
    if (given !== undefined && !Array.isArray(given)) found[name] = read(name, name, [given]);
  }
  return found;
}

/**
 * Returns the changes of an edit form: fields with different values, with the previous ones. Slots of numbered fields that
 * are missing stay. Throws 400 with the field for an invalid value, and for an entity without a name.
 */
export function patchOf(
  form: EntityFormValues,
  current: EntityValues,
): Required<Pick<Patch, 'set' | 'before'>> {
  const values: Values = { ...readSingles(form), ...readNumbered(form, current), ...readLists(form) };
  const description = form.description_merged;
  if (description !== undefined && description !== mergedDescription(current.description)) {
    values.description = read('description_merged', 'description', [description]);
  }
  if (values.proper_name?.length === 0) throw refuse('proper_name', directoryFields.proper_name.label);
  const set: Values = {};
  const before: Values = {};
  for (const [field, after] of Object.entries(values)) {
    if (!isDirectoryField(field) || sameList(after, current[field])) continue;
    set[field] = after;
    before[field] = current[field] ?? [];
  }
  return { set, before };
}
