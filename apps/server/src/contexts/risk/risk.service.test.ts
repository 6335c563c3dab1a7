import { defaultProfile } from '@hopscope/risk';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRisk } from './risk.service.ts';
import type { Score, Scored, Scores } from './scores/score.service.ts';

const question = { identifier: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', type: 'address' } as const;
const hashOf = ({ hash }: Scored): string => hash;

/** Scores whose hash names the state of the ledger that they were computed from. */
function setUp() {
  const ledger = { state: 'block 1' };
  const scoreAt =
    (state: string): Score =>
    async () =>
      ({ hash: state, record: { answer: { state: 'failed' } } }) as unknown as Scored;
  const scores: Scores = {
    score: (...asked) => scoreAt(ledger.state)(...asked),
    together: async (work) => work(scoreAt(ledger.state)),
  };
  const risk = createRisk({
    scores,
    stateKey: async () => ledger.state,
    canSeeRestricted: async () => false,
    profiles: {
      active: async () => defaultProfile,
      ofCall: async () => defaultProfile,
      draft: async () => defaultProfile,
    },
    history: { asked: async () => {} },
    logger: pino({ enabled: false }),
  });
  return {
    ledger,
    risk,
    current: async () =>
      hashOf((await risk.ofOrganization('organization', question, (work) => work())).scored),
  };
}

test('a score is kept until the state of the ledger changes', async () => {
  const { ledger, risk, current } = setUp();
  expect(await current()).toBe('block 1');
  ledger.state = 'block 2';
  expect(await current()).toBe('block 2');
  await risk.manyOfOrganization('organization', async (score) => {
    expect(hashOf(await score(question))).toBe('block 2');
  });
});

test('scores of many, from a snapshot before a new block, are not those of the new block', async () => {
  const { ledger, risk, current } = setUp();
  await risk.manyOfOrganization('organization', async (score) => {
    ledger.state = 'block 2';
    expect(hashOf(await score(question))).toBe('block 1');
  });
  expect(await current()).toBe('block 2');
});
