import { readFileSync } from 'node:fs';
import { dataPath } from '../../../../../test/chain-data.ts';
import { createRequire } from 'node:module';

interface Bzip {
  decode(packed: Buffer): Buffer;
}

// The package has no types.
const bzip: Bzip = createRequire(import.meta.url)('seek-bzip');

/** Decompresses a bzip2 file. Throws if it is damaged. */
function bunzip(packed: Uint8Array): Uint8Array {
  return bzip.decode(Buffer.from(packed));
}

/** Returns the path of a copy of a public list; none of them is part of the repository. */
export const attributionPath = (name: string): string => dataPath(`attribution/${name}`);

/** Reads OFAC's full list of 2025-11-19: 121 MB. */
export function fullOfacList(): Uint8Array {
  return bunzip(readFileSync(attributionPath('ofac/sdn_advanced.xml.bz2')));
}
