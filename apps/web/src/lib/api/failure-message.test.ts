import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { failureMessage, formFailure } from './failure-message.ts';

const conflict = new ApiError('conflict', 'The plan is full', { status: 409, fields: { email: 'Taken' } });

//
it('prefers what the server says', () => {
  expect(failureMessage(conflict, 'Failed')).toBe('The plan is full');
  expect(formFailure(conflict, 'Failed')).toBe('Taken');
});

it('names the field of words that need it', () => {
  const fields = { threshold: 'must be at most 100' };
  const refused = new ApiError('validation_failed', 'threshold must be at most 100', { status: 400, fields });
  expect(formFailure(refused, 'Failed')).toBe('threshold must be at most 100');
});

it('has words of its own where the server gave none', () => {
  expect(failureMessage(new ApiError('bad_answer', 'status 502', { status: 502 }), 'Failed')).toBe('Failed');
  expect(failureMessage(new ApiError('conflict', '', { status: 409 }), 'Failed')).toBe('Failed');
  expect(formFailure(new ApiError('bad_answer', 'status 502', { status: 502 }), 'Failed')).toBe('Failed');
});

it('has the quoted words where the answer is none of the API', () => {
  const answer = new ApiError('bad_answer', 'Invalid response structure from API');
  expect(failureMessage(answer, 'Failed to calculate risk score')).toBe('Failed to calculate risk score');
});
