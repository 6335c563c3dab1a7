import { defaultPreferences } from '@hopscope/contract';
import { createFormats } from '@hopscope/domain';
import { expect, test } from 'vitest';
import { evidenceText, trustText } from './coinjoin-text.ts';

test('precision is never rounded up, and said to be unknown where it is', () => {
  expect(trustText({ precision: 0.9999, recall: 0.5 })).toBe('precision 99.9%, recall 50%');
  expect(trustText({ precision: 1, recall: null })).toBe('precision 100%');
  expect(trustText({ precision: null, recall: null })).toBe('precision not measured');
});

test('the evidence in words', () => {
  const evidence = {
    inputs: 5,
    unknown_inputs: 1,
    outputs: 6,
    equal_outputs: 5,
    denomination: 100_000,
    participants: 5,
    standard_outputs: null,
  };
  const formats = createFormats(defaultPreferences);
  expect(evidenceText({ evidence }, formats)).toBe(
    '5 inputs (1 unknown), 5 of 6 outputs with equal amounts, about 5 participants',
  );
  expect(evidenceText({ evidence: { ...evidence, unknown_inputs: 0, participants: null } }, formats)).toBe(
    '5 inputs, 5 of 6 outputs with equal amounts',
  );
});
