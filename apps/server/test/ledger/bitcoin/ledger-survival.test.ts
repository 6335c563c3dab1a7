import { test } from 'vitest';
import { randomRuns } from '../../../../../test/depth.ts';
import { bitcoinSurvival } from '../../support/survival/survival-bitcoin.ts';
import { surviveKills } from '../../support/survival/survive-kills.ts';

const { count: sequences, first: firstSeed } = randomRuns(9, 2000);

test(`${sequences} sequences of appends, reorganizations, kills and restarts`, () =>
  surviveKills(bitcoinSurvival, { sequences, firstSeed, killShare: 0.13, restartShare: 0.04 }));
