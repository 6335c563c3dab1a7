import { texts } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { failureText } from './failure-text.ts';

//
it('a block that does not exist', () => {
  const error = new ApiError('not_found', 'There is no block 5000.', { status: 404, requestId: 'q' });
  expect(failureText(error, 'block')).toEqual({
    title: texts.blockNotFound,
    message: 'There is no block 5000.',
    requestId: null,
    outside: true,
    retry: true,
  });
});

//
it('a block that a part of the chain does not hold', () => {
  const error = new ApiError('not_covered', 'Block not found among the blocks held.', { status: 404 });
  expect(failureText(error, 'block')).toMatchObject({
    title: 'Block not found or no data available',
    outside: true,
  });
  expect(failureText(error, 'transaction').title).toBe('Not in the ledger');
});

it('does not repeat the title in the message', () => {
  const error = new ApiError('not_found', `${texts.blockNotFound}. Complete: genesis to block 9.`, {
    status: 404,
  });
  expect(failureText(error, 'block').message).toBe('Complete: genesis to block 9.');
});

it('does not repeat the title with a colon either, and offers no retry for what is malformed', () => {
  const error = new ApiError('invalid_address', 'Invalid blockchain address: The checksum is wrong.', {
    status: 400,
  });
  expect(failureText(error, 'address')).toMatchObject({
    title: 'Invalid blockchain address',
    message: 'The checksum is wrong.',
    retry: false,
  });
});

//
it('a block answer of an unexpected shape', () => {
  expect(failureText(new ApiError('bad_answer', 'x'), 'block')).toMatchObject({
    title: texts.blockFetchFailed,
    message: texts.blockStructureInvalid,
  });
  expect(failureText(new ApiError('bad_answer', texts.noDataFromServer), 'block').message).toBe(
    texts.noDataFromServer,
  );
});

it('a server in trouble names the request', () => {
  const error = new ApiError('internal', 'Something went wrong', { status: 500, requestId: 'q7' });
  expect(failureText(error, 'list')).toMatchObject({ requestId: 'q7', outside: false, retry: true });
});
