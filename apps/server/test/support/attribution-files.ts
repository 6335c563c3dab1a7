import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bunzip } from './bunzip.ts';

/** Where copies of public lists lie, if they are there. */
export const attributionFolder = fileURLToPath(
  new URL('../../../../../shared/data/attribution/', import.meta.url),
);

export const attributionPath = (name: string): string => `${attributionFolder}${name}`;

/** OFAC's full list of 2025-11-19: 121 MB. */
export function fullOfacList(): Uint8Array {
  return bunzip(readFileSync(attributionPath('ofac/sdn_advanced.xml.bz2')));
}
