import {
  type Blockchain,
  type MonitoredAddress,
  type MonitoredField,
  monitoredFields,
  monitoringLimits,
  type NewMonitoredAddress,
} from '@hopscope/contract';
import { complianceTexts as texts } from './texts.ts';

/** What is said of a monitored address, as it is typed; yes is `yes`. */
export type AddressForm = Record<MonitoredField, string> & {
  address: string;
  blockchain: string;
  /** Of new addresses: a day since which transactions are screened too. */
  pastFrom: string;
};
export type AddressProblems = Partial<Record<keyof AddressForm | 'reason', string>>;

export const emptyAddressForm: AddressForm = {
  address: '',
  //
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

/** The form of an address that is there. */
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

/** Tags are separated by semicolons. */
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

/** What is wrong with a form, by field; empty where nothing is. */
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

/** The first moment of a day of UTC. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** The body of a new address; what is empty is left out. */
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

/** The fields that a form changes of an entry. */
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
 * Brings my changes of `base` onto `current`, which somebody else has written meanwhile: fields that only one of us changed
 * are kept of both; where both did, I choose.
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

/** A value of a field in words, as the history tells it. */
export function fieldText(value: string | number | boolean | readonly string[] | null): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return value.length === 0 ? 'nothing' : value.join('; ');
  return String(value);
}
