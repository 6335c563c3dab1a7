import { test } from 'vitest';
import { ethereumSurvival } from './support/survival-ethereum.ts';
import { surviveKills } from './support/survive-kills.ts';

const sequences = Number(process.env['TEST_SEQUENCES'] ?? 5);
const firstSeed = Number(process.env['TEST_SEED'] ?? 4000);

test(
  `${sequences} sequences of appends, reorganisations, blocks taken back, kills and restarts`,
  {
    timeout: 600_000,
  },
  () => surviveKills(ethereumSurvival, { sequences, firstSeed, killShare: 0.2, restartShare: 0.05 }),
);
