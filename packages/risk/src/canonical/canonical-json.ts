import { type Hashing, nobleHashing, toHex } from '@hopscope/chain';

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

function writeNumber(value: number, place: string): string {
  if (!Number.isSafeInteger(value))
    throw new TypeError(`${place} is ${value}: only whole numbers have one form`);
  return String(value === 0 ? 0 : value);
}

function writeObject(value: object, place: string): string {
  if (Array.isArray(value)) return `[${value.map((one, i) => write(one, `${place}[${i}]`)).join(',')}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`${place} is no plain object`);
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => byText(a, b));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${write(one, `${place}.${key}`)}`).join(',')}}`;
}

function write(value: unknown, place: string): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value, place);
  if (typeof value === 'object') return writeObject(value, place);
  throw new TypeError(`${place} is ${typeof value}, which JSON does not have`);
}

/**
 * JSON in its one form: keys sorted by their UTF-16 code units, no spaces (RFC 8785), whole numbers only, bigints as decimal strings,
 * fields that are undefined left out. The same value gives the same text everywhere.
 * @throws TypeError with the place of what has no such form: fractions, dates, maps, functions, undefined in a list
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$');
}

/** The same as UTF-8. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value));
}

/** SHA-256 of the canonical bytes, 64 hex digits. */
export function digestOf(value: unknown, hashing: Hashing = nobleHashing): string {
  return toHex(hashing.sha256(canonicalBytes(value)));
}
