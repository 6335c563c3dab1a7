import { ApiError } from './api-error.ts';
import type { Request } from './request.ts';

export interface TokenSource {
  accessToken(): string | null;
  /** Returns a token newer than the expired one; null if the session has ended. */
  renew(expired: string): Promise<string | null>;
  /** Called when the server refuses `token` (null: none); a session started since then is kept. */
  reject(token: string | null): void;
}

/** Makes API calls as the signed-in person: adds the token, and renews it once if it has expired. */
export type ApiClient = Request;

export function createApiClient({ request, tokens }: { request: Request; tokens: TokenSource }): ApiClient {
  function over(token: string | null, cause?: unknown): ApiError {
    tokens.reject(token);
    return cause instanceof ApiError
      ? cause
      : new ApiError('unauthorized', 'Please log in.', { status: 401, cause });
  }

  return async (endpoint, input, options = {}) => {
    if (endpoint.access === 'public') return request(endpoint, input, options);
    const token = tokens.accessToken();
    if (token === null) throw over(null);
    try {
      return await request(endpoint, input, { ...options, token });
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.status !== 401) throw thrown;
      if (thrown.code !== 'token_expired') throw over(token, thrown);
    }
    const renewed = await tokens.renew(token);
    if (renewed === null) throw over(token);
    try {
      return await request(endpoint, input, { ...options, token: renewed });
    } catch (thrown) {
      throw thrown instanceof ApiError && thrown.status === 401 ? over(renewed, thrown) : thrown;
    }
  };
}
