import { isRecord } from '@hopscope/domain';
import { ImportError, type ImportFile } from './import-item.ts';
import { readText } from './text.ts';

/** Limit for lists in one JSON document, which have a few hundred kB. */
const largest = 32_000_000;

/** Parses a file as one JSON value. Throws `ImportError` `torn` with the parser's position, or `too_large`. */
export async function jsonOf(file: ImportFile, signal: AbortSignal): Promise<unknown> {
  const text = await readText(file, largest, signal);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ImportError('torn', file.name, `invalid JSON: ${message}`, { cause: error });
  }
}

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the entries of a JSON array. Throws `ImportError` `not_this_format` for another value. */
export function listOf(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ImportError('not_this_format', place, 'not a list');
  return value;
}

export function fieldsOf(value: unknown, place: string): Fields {
  if (!isRecord(value)) throw new ImportError('not_this_format', place, 'not an object');
  return value;
}

/** Returns a value as trimmed text, also for numbers and booleans; undefined without a value. */
export function textAt(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** Returns a list of texts; a single text becomes a list. */
export function textsAt(fields: Fields, key: string): string[] {
  const value = fields[key];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((entry) => (typeof entry === 'string' && entry.trim() !== '' ? [entry.trim()] : []));
}

export function recordAt(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isRecord(value) ? value : {};
}

/** Returns a web address with its scheme; undefined for anything else. */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || /\s/.test(text) || !text.includes('.')) return undefined;
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}
