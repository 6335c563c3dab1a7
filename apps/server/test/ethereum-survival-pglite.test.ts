import { test } from 'vitest';
import { ethereumSurvival } from './support/survival-ethereum.ts';
import { surviveOnPglite } from './support/survival-engines.ts';

const sequences = Number(process.env['TEST_SEQUENCES'] ?? 3);
const firstSeed = Number(process.env['TEST_SEED'] ?? 3000);

test(`${sequences} sequences of appends, reorganisations, blocks taken back, kills and restarts on the built-in database`, () =>
  surviveOnPglite(ethereumSurvival, { sequences, firstSeed, killShare: 0.12, restartShare: 0.03 }));
