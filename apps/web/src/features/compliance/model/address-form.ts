import {
  type Blockchain,
  type MonitoredAddress,
  type MonitoredField,
  monitoredFields,
  monitoringLimits,
  type NewMonitoredAddress,
} from '@hopscope/contract';
import { complianceTexts as texts } from './texts.ts';

/** Form values of a monitored address; true is `yes`. */
export type AddressForm = Record<MonitoredField, string> & {
  address: string;
  blockchain: string;
  /** For new addresses: the day from which transactions are also screened. */
  pastFrom: string;
};
export type AddressProblems = Partial<Record<keyof AddressForm | 'reason', string>>;

export const emptyAddressForm: AddressForm = {
  address: '',
  // Default by.
  blockchain: 'bitcoin' satisfies Blockchain,
  clientId: '',
  entityName: '',
  tags: '',
  riskThreshold: '',
  notes: '',
  isActive: 'yes',
  outgoing: '',
  pastFrom: '',
};

export const fieldLabels: Readonly<Record<MonitoredField, string>> = {
  clientId: 'Client ID',
  notes: 'Notes',
  tags: 'Tags',
  entityName: 'Entity name',
  riskThreshold: 'Risk threshold',
  isActive: 'Monitored now',
  outgoing: 'Outgoing transactions too',
};

const yes = (value: boolean): string => (value ? 'yes' : '');

/** Returns the form values of an existing address. */
export function formOfAddress(entry: MonitoredAddress): AddressForm {
  return {
    address: entry.address,
    blockchain: entry.blockchain,
    clientId: entry.clientId ?? '',
    entityName: entry.entityName ?? '',
    tags: entry.tags.join('; '),
    riskThreshold: entry.riskThreshold === null ? '' : String(entry.riskThreshold),
    notes: entry.notes ?? '',
    isActive: yes(entry.isActive),
    outgoing: yes(entry.outgoing),
    pastFrom: '',
  };
}

/** Splits tags at semicolons. */
export function tagsOf(typed: string): string[] {
  return [...new Set(typed.split(';').map((tag) => tag.trim()))].filter((tag) => tag !== '');
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export function valuesOfForm(form: AddressForm): Pick<MonitoredAddress, MonitoredField> {
  return {
    clientId: orNull(form.clientId),
    notes: orNull(form.notes),
    tags: tagsOf(form.tags),
    entityName: orNull(form.entityName),
    riskThreshold: form.riskThreshold.trim() === '' ? null : Number(form.riskThreshold),
    isActive: form.isActive === 'yes',
    outgoing: form.outgoing === 'yes',
  };
}

/** Validates the form; returns problems by field, empty if there are none. */
export function problemsOfForm(form: AddressForm): AddressProblems {
  const threshold = form.riskThreshold.trim();
  const wrongThreshold = threshold !== '' && !(/^\d{1,3}$/.test(threshold) && Number(threshold) <= 100);
  const tags = tagsOf(form.tags);
  return {
    ...(form.address.trim() === '' && { address: texts.addressRequired }),
    ...(form.blockchain === '' && { blockchain: texts.blockchainRequired }),
    ...(wrongThreshold && { riskThreshold: 'A whole number from 0 to 100' }),
    ...(tags.length > monitoringLimits.tags && { tags: `At most ${monitoringLimits.tags} tags` }),
    ...(tags.some((tag) => tag.length > 60) && { tags: 'A tag has at most 60 characters' }),
  };
}

/** Returns the first moment of a UTC day. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** Returns the request body of a new address; omits empty fields. */
export function newAddressOf(form: AddressForm): NewMonitoredAddress {
  const { isActive: _, ...values } = valuesOfForm(form);
  return {
    address: form.address.trim(),
    blockchain: form.blockchain as Blockchain,
    ...values,
    ...(form.pastFrom !== '' && { pastFrom: startOfDay(form.pastFrom) }),
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the fields of an entry that a form changes. */
export function changedFields(entry: MonitoredAddress, form: AddressForm): MonitoredField[] {
  const values = valuesOfForm(form);
  return monitoredFields.filter((field) => !same(values[field], entry[field]));
}

/** A field that two people changed to different values. */
export interface FieldClash {
  readonly field: MonitoredField;
  readonly mine: string;
  readonly theirs: string;
}

/**
 * Merges changes of `base` into `current`, which another person has written meanwhile. Fields that only one of both changed keep
 * that change; for the others, the person chooses.
 */
export function mergeAddress(
  base: MonitoredAddress,
  form: AddressForm,
  current: MonitoredAddress,
): { merged: AddressForm; clashes: FieldClash[]; theirs: MonitoredField[] } {
  const mine = new Set(changedFields(base, form));
  const theirs = monitoredFields.filter((field) => !same(base[field], current[field]));
  const now = formOfAddress(current);
  const merged = { ...now };
  for (const field of mine) merged[field] = form[field];
  const values = valuesOfForm(form);
  const clashes = theirs
    .filter((field) => mine.has(field) && !same(values[field], current[field]))
    .map((field) => ({ field, mine: form[field], theirs: now[field] }));
  return { merged, clashes, theirs };
}

/** Returns the text of a field value as in the history. */
export function fieldText(value: string | number | boolean | readonly string[] | null): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.length === 0 ? 'empty' : value.join('; ');
  return String(value);
}
