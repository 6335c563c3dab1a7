import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import type { ImportFile } from '../../src/modules/directory/imports/import-item.ts';
import { bunzip } from './bunzip.ts';

const folder = fileURLToPath(new URL('../../../../../shared/data/attribution/', import.meta.url));

export const attributionPath = (name: string): string => `${folder}${name}`;

/** A file of the real lists, as importers get it. */
export function realFile(name: string): ImportFile {
  return { name, read: () => createReadStream(attributionPath(name), { highWaterMark: 1 << 20 }) };
}

/** All files below a folder of the real lists whose names end so. */
export function realFiles(name: string, ending: string): ImportFile[] {
  const names = readdirSync(attributionPath(name), { recursive: true, encoding: 'utf8' }).toSorted();
  return names.filter((file) => file.endsWith(ending)).map((file) => realFile(`${name}/${file}`));
}

export const readReal = (name: string): Buffer => readFileSync(attributionPath(name));

/** OFAC's full list of 2025-11-19: 121 MB. */
export function fullOfacList(): Uint8Array {
  return bunzip(readReal('ofac/sdn_advanced.xml.bz2'));
}

/** Tests on the real lists, where they are. */
export function describeOnRealAttribution(name: string, tests: () => void): void {
  if (existsSync(folder)) describe(name, tests);
  else describe.skip(`${name}: skipped, ../shared/data/attribution is absent`, tests);
}
