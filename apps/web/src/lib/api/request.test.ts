import { getBlock, getHealth, listAddressTransactions, texts } from '@hopscope/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { shouldRetry } from './query-client.ts';
import { createRequest, urlOf } from './request.ts';

const answering = (answer: () => Promise<Response>, timeoutMs = 1000) =>
  createRequest({ fetch: async (_, init) => Promise.race([answer(), aborted(init?.signal)]), timeoutMs });

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal?.aborted) fail();
    signal?.addEventListener('abort', fail);
  });
}

it('fills path and query', () => {
  const params = { addr: 'a/b c' };
  expect(urlOf(listAddressTransactions.path, { params, query: { page: 2, limit: undefined } })).toBe(
    '/api/v1/blockchain/address/a%2Fb%20c/transactions?page=2',
  );
});

describe('what is thrown', () => {
  it('says that the server cannot be reached', async () => {
    const request = answering(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(request(getHealth, {})).rejects.toMatchObject({ code: 'network', status: 0 });
  });

  it('says that the server did not answer in time', async () => {
    const request = answering(() => new Promise(() => {}), 20);
    await expect(request(getHealth, {})).rejects.toMatchObject({ code: 'timeout' });
  });

  it('passes the abort of the caller on', async () => {
    const request = answering(() => new Promise(() => {}));
    const thrown = await request(getHealth, {}, { signal: AbortSignal.abort() }).catch(
      (error: unknown) => error,
    );
    expect(thrown).not.toBeInstanceOf(ApiError);
  });

  //
  it('has the words of the server and its field errors', async () => {
    const body = {
      type: 'about:blank',
      title: 'Bad request',
      status: 400,
      code: 'invalid_block',
      message: 'Invalid block height',
      success: false,
      requestId: 'q1',
      errors: [{ field: 'height', message: 'too high' }],
    };
    const request = answering(async () => Response.json(body, { status: 400 }));
    await expect(request(getBlock, { params: { height: '9' } })).rejects.toMatchObject({
      code: 'invalid_block',
      message: 'Invalid block height',
      requestId: 'q1',
      fields: { height: 'too high' },
    });
  });

  it('copes with an error page of a proxy', async () => {
    const request = answering(async () => new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(request(getHealth, {})).rejects.toMatchObject({ code: 'bad_answer', status: 502 });
  });

  //
  it('refuses an empty answer and one of another shape', async () => {
    await expect(answering(async () => new Response(''))(getHealth, {})).rejects.toMatchObject({
      message: texts.noDataFromServer,
    });
    await expect(
      answering(async () => Response.json({ success: true }))(getHealth, {}),
    ).rejects.toMatchObject({
      code: 'bad_answer',
      message: 'Invalid response structure from API',
    });
  });
});

const failure = (status: number) => new ApiError('internal', 'x', { status });

it('retries twice what the server did not refuse', () => {
  expect(shouldRetry(0, failure(500))).toBe(true);
  expect(shouldRetry(1, failure(0))).toBe(true);
  expect(shouldRetry(2, failure(500))).toBe(false);
  expect(shouldRetry(0, failure(404))).toBe(false);
});
