import { test } from 'vitest';
import { bitcoinSurvival } from './support/survival-bitcoin.ts';
import { surviveOnPglite } from './support/survival-engines.ts';

const sequences = Number(process.env['TEST_SEQUENCES'] ?? 5);
const firstSeed = Number(process.env['TEST_SEED'] ?? 1000);

test(`${sequences} sequences of appends, reorganisations, kills and restarts on the built-in database`, () =>
  surviveOnPglite(bitcoinSurvival, { sequences, firstSeed, killShare: 0.12, restartShare: 0.02 }));
