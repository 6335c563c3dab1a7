import { expect, test } from 'vitest';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { removedText } from './removed-text.ts';

const gone = (details: Record<string, unknown>) => new ApiError('gone', 'It went.', { status: 410, details });

test('a replaced transaction names the one in its place', () => {
  expect(removedText(gone({ reason: 'replaced', replacedBy: 'ab' }))).toEqual({
    title: 'Replaced',
    text: 'It went.',
    by: 'ab',
    byText: 'The transaction in its place',
    place: undefined,
  });
});

test('a dropped one names none', () => {
  expect(removedText(gone({ reason: 'evicted', replacedBy: null }))).toMatchObject({
    title: 'Dropped',
    by: undefined,
  });
});

test('a block that left the chain says where it was, and what stands there now', () => {
  const place = { blockchain: 'bitcoin', height: 7, block: 'aa', blockNow: 'bb' };
  expect(removedText(gone({ reason: 'block', ...place }))).toMatchObject({
    title: 'Not in the chain any more',
    place,
  });
  expect(removedText(gone({ reason: 'mined', ...place, blockNow: null }))?.place?.blockNow).toBeUndefined();
  expect(removedText(gone({ reason: 'mined', ...place, height: '7' }))?.place).toBeUndefined();
});

test.each([gone({ reason: 'toString' }), gone({}), new ApiError('not_found', 'No'), new Error('No')])(
  'anything else is no such refusal: %o',
  (error) => {
    expect(removedText(error)).toBeUndefined();
  },
);
