/**
 * Canonical JSON (RFC 8785), so that a value has the same hash everywhere: members sorted by the UTF-16 code units of their
 * names, no spaces, bigints as decimal strings, undefined members omitted. A form never changes once released; a different
 * form gets a new version. Both versions write the same text for values that both accept.
 */
import { byText } from './compare.ts';

type WriteOther = (value: unknown, place: string) => string;

function writeMembers(value: object, place: string, write: WriteOther): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => byText(a, b))
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member, `${place}.${name}`)}`);
  return `{${members.join(',')}}`;
}

function writeList(value: readonly unknown[], place: string, write: WriteOther): string {
  return `[${Array.from(value, (one, i) => write(one, `${place}[${i}]`)).join(',')}]`;
}

function writeV1(value: unknown, place: string): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint') return `"${value}"`;
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return writeList(value, place, writeV1);
  if (typeof value === 'object') return writeMembers(value, place, writeV1);
  return JSON.stringify(value);
}

function writeV2(value: unknown, place: string): string {
  if (value === null) return 'null';
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return JSON.stringify(value);
    throw new TypeError(`${place} is ${value}: only whole numbers have one form`);
  }
  if (typeof value !== 'object') {
    throw new TypeError(`${place} is ${typeof value}, which JSON does not have`);
  }
  if (Array.isArray(value)) return writeList(value, place, writeV2);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`${place} is no plain object`);
  }
  return writeMembers(value, place, writeV2);
}

/** As `writeV2` without places; undefined: the value has no form. */
function writeQuickly(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value !== 'object') return undefined;
  let text = '';
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const own = writeQuickly(value[i]);
      if (own === undefined) return undefined;
      text += i === 0 ? own : `,${own}`;
    }
    return `[${text}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const names = Object.keys(value).sort(byText);
  for (const name of names) {
    const member: unknown = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    const own = writeQuickly(member);
    if (own === undefined) return undefined;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${own}`;
  }
  return `{${text}}`;
}

/**
 * The form under the hashes of the audit log, cases, reports and SARs: dates are their ISO text, undefined is null, numbers are
 * written as JSON writes them, fractions too.
 */
export function canonicalJsonV1(value: unknown): string {
  return writeV1(value, '$');
}

/**
 * The form under the hashes of scores, profiles, FlowTrace documents and evidence bundles: whole numbers only.
 * @throws TypeError with the place of what has no one form: fractions, dates, maps, functions, undefined in a list
 */
export function canonicalJsonV2(value: unknown): string {
  return writeQuickly(value) ?? writeV2(value, '$');
}
