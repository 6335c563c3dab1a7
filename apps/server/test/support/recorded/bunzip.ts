import { createRequire } from 'node:module';

interface Bzip {
  decode(packed: Buffer): Buffer;
}

// The package has no types.
const bzip: Bzip = createRequire(import.meta.url)('seek-bzip');

/** Decompresses a bzip2 file. Throws if it is damaged. */
export function bunzip(packed: Uint8Array): Uint8Array {
  return bzip.decode(Buffer.from(packed));
}
