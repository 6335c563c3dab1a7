import { type CallInput, type Endpoint, apiBase, flowLinkHeader, texts } from '@hopscope/contract';
import type { z } from 'zod';
import { ApiError, errorOfAnswer } from './api-error.ts';

/**
 * Sends a file as the request body and reports the progress, which `fetch` can't do. Throws the reason of the signal if it
 * aborts, and a TypeError if the server is unreachable, as `fetch` does.
 */
function sendFile(
  url: string,
  options: {
    method: string;
    headers: Readonly<Record<string, string>>;
    file: Blob;
    signal: AbortSignal;
    onProgress: ((share: number) => void) | undefined;
  },
): Promise<Response> {
  const { method, headers, file, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new TypeError('The file could not be sent')));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop));
    signal.addEventListener('abort', stop);
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}

interface RequestOptions {
  token?: string | null;
  signal?: AbortSignal | undefined;
  /** The organization of a call that doesn't name it elsewhere. */
  organizationId?: string | undefined;
  /** Token of a link that opens a FlowTrace document. */
  flowLink?: string | undefined;
  /** Timeout in milliseconds instead of the default. */
  timeoutMs?: number;
  /** Body of a call declared with `rawBody`, or with `streamedBody` and one of its types. */
  file?: Blob | undefined;
  /** Called with the uploaded fraction of the file, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Makes an API call and returns its validated answer. Throws only `ApiError`, or the caller's abort reason. */
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

/** Returns path and query of a call; parameters are percent-encoded, undefined query values omitted. */
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
    ...(file && { 'content-type': endpoint.streamedBody ? file.type : 'application/octet-stream' }),
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
  return new ApiError('network', 'The server cannot be reached. Check your connection and try again.', {
    cause: thrown,
  });
}

/** @param timeoutMs timeout of one attempt in milliseconds, including the answer body. */
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
