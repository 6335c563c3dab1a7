import {
  type DirectoryFieldName,
  directoryFields,
  type EntityFormValues,
  type EntityRecord,
  numberedFields,
} from '@hopscope/contract';

/** Single-value fields that the form edits as text. */
const texts = [
  'proper_name',
  'entity_type',
  'parent_id',
  'ceo',
  'key_personnel',
  'ticker',
  'year_founded',
  'ens_address',
  'url',
  'contact_phone',
  'contact_address',
  'contact_twitter',
  'contact_telegram',
  'contact_email',
  'legal_info_url',
  'description_merged',
  'note',
  'logo',
  ...numberedFields.social_media_profile,
  ...numberedFields.associate_country,
  ...numberedFields.entity_tag,
] as const;
const flags = ['ofac', 'dead', 'centralized', 'no_kyc_req', 'revisit_site'] as const;
const lists = ['aliases', 'registrations', 'programs'] as const;

export type TextName = (typeof texts)[number];
export type FlagName = (typeof flags)[number];
export type ListName = (typeof lists)[number];
export type FormName = TextName | FlagName | ListName;
export const formNames: readonly FormName[] = [...texts, ...flags, ...lists];
/** Every field as text: booleans `true`, `false`, or empty (unknown); lists one value per line. */
export type EntityForm = Record<FormName, string>;

const numbered = Object.entries(numberedFields).flatMap(([field, names]) =>
  names.map((name): [string, string] => [name, field]),
);
const renamed = new Map<string, string>([
  ...numbered,
  ['description_merged', 'description'],
  ['aliases', 'alias'],
  ['registrations', 'registration'],
  ['programs', 'program'],
]);

/** Returns the directory field of a name in the record. */
export function fieldOf(name: FormName): DirectoryFieldName {
  const field = renamed.get(name) ?? name;
  if (!(field in directoryFields)) throw new Error(`${name} belongs to no field`);
  return field as DirectoryFieldName;
}

/** Returns the label of a form field; numbered fields include their number. */
export function labelOf(name: FormName): string {
  const field = fieldOf(name);
  const { label } = directoryFields[field];
  if (!Object.hasOwn(numberedFields, field)) return label;
  const names: readonly string[] = numberedFields[field as keyof typeof numberedFields];
  const singular = { Tags: 'Tag', Countries: 'Country' }[label] ?? 'Social media profile';
  return `${singular} ${names.indexOf(name) + 1}`;
}

/** Converts a record to form values. */
export function formOf(record: EntityRecord): EntityForm {
  const entries = formNames.map((name): [FormName, string] => {
    const value = record[name];
    return [name, Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value)];
  });
  return Object.fromEntries(entries) as EntityForm;
}

const isFlag = (name: FormName): name is FlagName => flags.some((flag) => flag === name);
const isList = (name: FormName): name is ListName => lists.some((list) => list === name);
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function same(name: FormName, one: string, other: string): boolean {
  return isList(name) ? linesOf(one).join('\n') === linesOf(other).join('\n') : one.trim() === other.trim();
}

/** Returns the names of changed fields, in form order. */
export function changedNames(before: EntityForm, after: EntityForm): FormName[] {
  return formNames.filter((name) => !same(name, before[name], after[name]));
}

function valueOf(name: FormName, text: string) {
  if (isList(name)) return linesOf(text);
  if (isFlag(name)) return text === '' ? null : text === 'true';
  return text.trim() === '' ? null : text.trim();
}

/** Returns the request body: the values of these names. */
export function valuesOf(form: EntityForm, names: readonly FormName[]): EntityFormValues {
  return Object.fromEntries(names.map((name) => [name, valueOf(name, form[name])]));
}

/** Validates the number and length of texts and email addresses; returns problems by name. */
export function problemsOf(form: EntityForm): Partial<Record<FormName, string>> {
  const problems: Partial<Record<FormName, string>> = {};
  for (const name of formNames) {
    const { maxLength, limit } = directoryFields[fieldOf(name)];
    const values = isList(name) ? linesOf(form[name]) : [form[name].trim()];
    if (isList(name) && values.length > limit) problems[name] = `At most ${limit} lines`;
    const longest = name === 'description_merged' ? limit * maxLength : maxLength;
    if (values.some((value) => value.length > longest)) problems[name] = `At most ${longest} characters`;
  }
  if (form.proper_name.trim() === '') problems.proper_name = 'Please enter a name';
  const email = form.contact_email.trim();
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    problems.contact_email = 'Please enter a valid email address';
  }
  const year = form.year_founded.trim();
  if (year !== '' && !/^(?:1[5-9]|20|21)\d\d$/.test(year)) problems.year_founded = 'Please enter a year';
  return problems;
}

/** A field that both people changed to different values. */
export interface Clash {
  name: FormName;
  mine: string;
  theirs: string;
}

/**
 * Merges the person's changes into a record changed meanwhile: fields that only one of both changed keep that change; the person
 * chooses for the rest.
 */
export function mergeForms(
  base: EntityForm,
  mine: EntityForm,
  theirs: EntityForm,
): { merged: EntityForm; clashes: Clash[] } {
  const merged = { ...theirs };
  const clashes: Clash[] = [];
  for (const name of changedNames(base, mine)) {
    merged[name] = mine[name];
    const alsoChanged = !same(name, base[name], theirs[name]);
    if (alsoChanged && !same(name, mine[name], theirs[name])) {
      clashes.push({ name, mine: mine[name], theirs: theirs[name] });
    }
  }
  return { merged, clashes };
}
