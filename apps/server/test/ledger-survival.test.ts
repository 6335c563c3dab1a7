import { test } from 'vitest';
import { bitcoinSurvival } from './support/survival-bitcoin.ts';
import { surviveKills } from './support/survive-kills.ts';

const sequences = Number(process.env['TEST_SEQUENCES'] ?? 9);
const firstSeed = Number(process.env['TEST_SEED'] ?? 2000);

test(
  `${sequences} sequences of appends, reorganisations, kills and restarts`,
  {
    timeout: 600_000,
  },
  () => surviveKills(bitcoinSurvival, { sequences, firstSeed, killShare: 0.13, restartShare: 0.04 }),
);
