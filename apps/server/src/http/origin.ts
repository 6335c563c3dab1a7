import type { FastifyRequest } from 'fastify';

/** Where a call came from: for rate limits and the audit log. */
export interface Origin {
  /** Address of the client; behind a trusted proxy, the one that the proxy names. */
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** Origin of a request; a user agent is cut to 400 characters. */
export function originOf(request: FastifyRequest): Origin {
  return {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    requestId: request.id,
  };
}
