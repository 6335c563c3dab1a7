import { test } from 'vitest';
import { randomRuns } from '../../../../../test/depth.ts';
import { ethereumSurvival } from '../../support/survival/survival-ethereum.ts';
import { surviveKills } from '../../support/survival/survive-kills.ts';

const { count: sequences, first: firstSeed } = randomRuns(5, 4000);

test(`${sequences} sequences of appends, reorganizations, blocks taken back, kills and restarts`, () =>
  surviveKills(ethereumSurvival, { sequences, firstSeed, killShare: 0.2, restartShare: 0.05 }));
