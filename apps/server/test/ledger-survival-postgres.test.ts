import { test } from 'vitest';
import { bitcoinSurvival } from './support/survival-bitcoin.ts';
import { surviveOnPostgres } from './support/survival-engines.ts';

const sequences = Number(process.env['TEST_SEQUENCES'] ?? 9);
const firstSeed = Number(process.env['TEST_SEED'] ?? 2000);

test(
  `${sequences} sequences of appends, reorganisations, kills and restarts on PostgreSQL`,
  {
    timeout: 600_000,
  },
  () => surviveOnPostgres(bitcoinSurvival, { sequences, firstSeed, killShare: 0.13, restartShare: 0.04 }),
);
