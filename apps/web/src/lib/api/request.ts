import { type CallInput, type Endpoint, apiBase, flowLinkHeader, texts } from '@hopscope/contract';
import type { z } from 'zod';
import { ApiError, errorOfAnswer } from './api-error.ts';
import { sendFile } from './send-file.ts';

interface RequestOptions {
  token?: string | null;
  signal?: AbortSignal | undefined;
  /** The organization in whose name a call is made that does not name it elsewhere. */
  organizationId?: string | undefined;
  /** Token of a link that opens a FlowTrace document. */
  flowLink?: string | undefined;
  /** Instead of the usual bound. */
  timeoutMs?: number;
  /** The body of a call that is declared with `rawBody`. */
  file?: Blob | undefined;
  /** How much of the file is sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Sends one declared call and gives its checked answer. Throws only `ApiError`, or the caller's abort. */
export type Request = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  input: CallInput<Endpoint<P, Q, B, R>>,
  options?: RequestOptions,
) => Promise<z.output<R>>;

interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Path and query of a call; parameters are percent-encoded, undefined query values left out. */
export function urlOf(path: string, input: RawInput): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name) ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${apiBase}${filled}?${query}` : `${apiBase}${filled}`;
}

function headersOf(
  endpoint: Endpoint,
  input: RawInput,
  { token, organizationId, flowLink, file }: RequestOptions,
): Record<string, string> {
  return {
    accept: [endpoint.answers ?? 'application/json'].flat().join(', '),
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(file && { 'content-type': 'application/octet-stream' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(organizationId === undefined ? {} : { 'x-organization-id': organizationId }),
    ...(flowLink === undefined ? {} : { [flowLinkHeader]: flowLink }),
  };
}

const inBytes: readonly unknown[] = [
  'image/*',
  'application/octet-stream',
  'application/pdf',
  'application/zip',
];

async function bodyOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (response.ok && inBytes.includes(endpoint.answers)) return response.blob();
  const text = await response.text();
  if (response.ok && endpoint.answers !== undefined) return text;
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function noAnswer(thrown: unknown, options: RequestOptions): unknown {
  if (options.signal?.aborted) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError') {
    return new ApiError('timeout', 'The server did not respond in time.', { cause: thrown });
  }
  return new ApiError('network', 'The server can’t be reached. Check your connection and try again.', {
    cause: thrown,
  });
}

/** @param timeoutMs bound of one attempt, answer body included. */
export function createRequest(deps: { fetch: typeof fetch; timeoutMs: number }): Request {
  async function exchange(endpoint: Endpoint, input: RawInput, options: RequestOptions) {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? deps.timeoutMs);
    try {
      const url = urlOf(endpoint.path, input);
      const { file, onProgress } = options;
      const shared = {
        method: endpoint.method,
        headers: headersOf(endpoint, input, options),
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      };
      const response = file
        ? await sendFile(url, { ...shared, file, onProgress })
        : await deps.fetch(url, {
            ...shared,
            body: input.body === undefined ? null : JSON.stringify(input.body),
          });
      return { response, body: await bodyOf(endpoint, response) };
    } catch (thrown) {
      throw noAnswer(thrown, options);
    }
  }

  return async (endpoint, input, options = {}) => {
    const { response, body } = await exchange(endpoint, input, options);
    if (!response.ok) throw errorOfAnswer(response.status, body);
    if (body === undefined) throw new ApiError('bad_answer', texts.noDataFromServer);
    const answer = endpoint.response.safeParse(body);
    if (answer.success) return answer.data;
    throw new ApiError('bad_answer', 'Invalid response structure from API', {
      cause: answer.error,
    });
  };
}
