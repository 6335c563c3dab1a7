import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openPglite } from '../src/db/pglite.ts';
import { survive } from './support/survival.ts';

const sequences = Number(process.env['TEST_SEQUENCES'] ?? 50);
const firstSeed = Number(process.env['TEST_SEED'] ?? 1000);

test(`${sequences} sequences of appends, reorganisations, kills and restarts on the built-in database`, {
  timeout: 600_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hopscope-survival-'));
  const place = join(folder, 'database');
  await cp(join(inject('pgliteFolder'), 'database'), place, { recursive: true });
  const tarball = await readFile(join(inject('pgliteFolder'), 'database.tar'));
  const fresh = await openPglite({ snapshot: new Uint8Array(tarball) });
  try {
    const counts = await survive({
      engine: 'pglite',
      place,
      fresh,
      seeds: Array.from({ length: sequences }, (_, i) => firstSeed + i),
      killShare: 0.07,
      restartShare: 0.02,
    });
    process.stderr.write(`Survived on the built-in database: ${JSON.stringify(counts)}\n`);
    expect(counts.sequences).toBe(sequences);
    expect(counts.kills).toBeGreaterThan(sequences / 10);
  } finally {
    await fresh.close();
    await rm(folder, { recursive: true, force: true });
  }
});
