import { createFormats } from '@hopscope/domain';
import { type DirectoryJob, defaultPreferences } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { stepText } from './job-text.ts';

const formats = createFormats(defaultPreferences);
const step: DirectoryJob['steps'][number] = {
  feed: 'list',
  name: 'List',
  state: 'queued',
  progress: null,
  report: null,
  error: null,
  startedAt: null,
  finishedAt: null,
};
const report = {
  release: 4,
  statements: { added: 1200, removed: 3 },
  attributions: { added: 1, removed: 0 },
  entities: 1,
  refused: 0,
  refusedSample: [],
  otherChains: 0,
};

test.each([
  [step, 'Waiting for other lists'],
  [{ ...step, state: 'running' as const }, 'Starting'],
  [
    {
      ...step,
      state: 'running' as const,
      progress: { phase: 'reading' as const, subjects: 1, attributions: 1500, refused: 2 },
    },
    'Reading: 1 subject, 1,500 attributions, 2 refused',
  ],
  [
    { ...step, state: 'succeeded' as const, report },
    '1 entity changed · statements +1,200 −3 · attributions +1 −0',
  ],
  [
    {
      ...step,
      state: 'succeeded' as const,
      report: { ...report, release: null, refused: 1, otherChains: 7 },
    },
    'No changes · 1 row refused · 7 of other chains skipped',
  ],
  [
    { ...step, state: 'failed' as const, error: 'It cannot be reached' },
    'It cannot be reached. The previous data is kept.',
  ],
  [{ ...step, state: 'canceled' as const }, 'Not updated'],
])('a list of a job in words', (given, text) => expect(stepText(given, formats)).toBe(text));
