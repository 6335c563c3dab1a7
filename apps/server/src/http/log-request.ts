import type { FastifyRequest } from 'fastify';

/**
 * Returns the fields of a request for logs: the declared path and the names of query parameters. Values can be secrets,
 * looked-up addresses, and personal data, so none is logged, nor the client, which the audit log has.
 */
export function requestOfLog(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    query: Object.keys((request.query as Record<string, unknown> | undefined) ?? {}),
  };
}
