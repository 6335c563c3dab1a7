import { readFileSync } from 'node:fs';
import { dataPath } from '../../../../../test/chain-data.ts';
import { bunzip } from './bunzip.ts';

/** Returns the path of a copy of a public list; none of them is part of the repository. */
export const attributionPath = (name: string): string => dataPath(`attribution/${name}`);

/** Reads OFAC's full list of 2025-11-19: 121 MB. */
export function fullOfacList(): Uint8Array {
  return bunzip(readFileSync(attributionPath('ofac/sdn_advanced.xml.bz2')));
}
