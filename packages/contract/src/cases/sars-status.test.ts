import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effectiveRoles } from '../policies.ts';
import { checkSar } from './sars-check.ts';
import { emptySarContent, emptySarSubject } from './sars-content.ts';
import { allowedSarSteps, type SarStatus, sarStatuses } from './sars-status.ts';

const stepsOf = (role: (typeof effectiveRoles)[number], status: SarStatus, signers: string[] = []) =>
  allowedSarSteps({ userId: 'me', role }, { status, signers }).map(({ step }) => step);

test('each role may take the steps that are theirs', () => {
  expect(
    sarStatuses.map((status) => [status, stepsOf('team_member', status), stepsOf('manager', status)]),
  ).toEqual([
    ['DRAFT', ['ask', 'withdraw'], ['ask', 'withdraw']],
    ['READY', ['sign', 'return'], ['sign', 'return', 'withdraw']],
    ['SIGNED_ONCE', ['return'], ['sign', 'return', 'withdraw']],
    ['SIGNED', [], ['submit', 'return', 'withdraw']],
    ['SUBMITTED', [], []],
    ['WITHDRAWN', [], []],
  ]);
});

test('no way to SIGNED has one person sign twice, or ends with a team member', () => {
  const turn = fc.record({
    userId: fc.constantFrom('a', 'b', 'c'),
    role: fc.constantFrom(...effectiveRoles),
  });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 8 }), (turns) => {
      let status: SarStatus = 'READY';
      const signers: string[] = [];
      let last = '';
      for (const actor of turns) {
        const step: { readonly to: SarStatus } | undefined = allowedSarSteps(actor, { status, signers }).find(
          (each) => each.step === 'sign',
        );
        if (!step) continue;
        status = step.to;
        signers.push(actor.userId);
        last = actor.role;
      }
      if (status !== 'SIGNED') return;
      expect(new Set(signers).size).toBe(2);
      expect(last).not.toBe('team_member');
    }),
  );
});

test('an empty report lacks what it lacks, each with its place', () => {
  const problems = checkSar(emptySarContent(), '2026-01-01');
  const paths = problems.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'subjects',
      'narrative',
      'institution.legalName',
      'institution.address.country',
      'activity.from',
      'activity.amount',
      'activity.kinds',
    ]),
  );
});

test('single fields are judged where they stand', () => {
  const empty = emptySarContent();
  const subject = { ...emptySarSubject(), name: 'Doe', phones: ['123'], tinType: '1', tin: '12-34' };
  const content = {
    ...empty,
    subjects: [{ ...subject, address: { ...subject.address, country: 'us' } }],
    filing: { ...empty.filing, kind: 'correct' as const, priorNumber: '123' },
    activity: {
      ...empty.activity,
      from: '2026-02-01',
      to: '2026-01-01',
      kinds: [{ code: '8999', other: '' }],
      ips: [{ ip: '1.2.3.999', date: '' }],
    },
  };
  const paths = checkSar(content, '2026-01-15').map(({ path }) => path);
  for (const path of [
    'filing.priorNumber',
    'subjects.0.phones.0',
    'subjects.0.tin',
    'subjects.0.address.country',
    'activity.from',
    'activity.to',
    'activity.kinds.0.other',
    'activity.ips.0.ip',
  ]) {
    expect(paths).toContain(path);
  }
});
