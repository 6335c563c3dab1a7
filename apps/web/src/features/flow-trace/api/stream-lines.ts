import { type Endpoint, getSession } from '@hopscope/contract';
import type { z } from 'zod';
import { ApiError, errorOfAnswer } from '../../../lib/api/api-error.ts';
import { urlOf } from '../../../lib/api/request.ts';
import type { Services } from '../../../lib/services.ts';

interface Asked {
  readonly endpoint: Endpoint;
  readonly params?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly organizationId: string | undefined;
  readonly signal: AbortSignal;
}

async function ask(
  { session }: Services,
  { endpoint, params, body, organizationId, signal }: Asked,
): Promise<Response> {
  return fetch(urlOf(endpoint.path, { params }), {
    method: endpoint.method,
    headers: {
      accept: 'application/x-ndjson',
      'content-type': 'application/json',
      authorization: `Bearer ${session.tokens()?.accessToken ?? ''}`,
      ...(organizationId !== undefined && { 'x-organization-id': organizationId }),
    },
    body: JSON.stringify(body),
    signal,
  });
}

async function answerOf(services: Services, asked: Asked): Promise<Response> {
  try {
    const answer = await ask(services, asked);
    if (answer.status !== 401) return answer;
    // This call renews the token or ends the session.
    await services.api(getSession, {}, { signal: asked.signal });
    return await ask(services, asked);
  } catch (thrown) {
    if (asked.signal.aborted || thrown instanceof ApiError) throw thrown;
    throw new ApiError('network', 'The server cannot be reached. Check your connection and try again.', {
      cause: thrown,
    });
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield line;
    }
    if (rest.trim() !== '') yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Streams the validated lines of a JSON Lines answer. Aborting `signal` also stops the server. */
export async function* streamLines<Line extends z.ZodType>(
  services: Services,
  asked: Asked & { readonly line: Line },
): AsyncGenerator<z.output<Line>> {
  const answer = await answerOf(services, asked);
  if (!answer.ok || !answer.body) {
    const body: unknown = await answer.json().catch(() => undefined);
    throw errorOfAnswer(answer.status, body);
  }
  for await (const text of linesOf(answer.body)) {
    const parsed = asked.line.safeParse(JSON.parse(text));
    if (!parsed.success) {
      throw new ApiError('bad_answer', 'Invalid response structure from API', {
        cause: parsed.error,
      });
    }
    yield parsed.data;
  }
}
