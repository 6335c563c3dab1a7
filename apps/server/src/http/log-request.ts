import type { FastifyRequest } from 'fastify';

/** Parameters whose values grant access. */
const secret = /([?&](?:link|token|ticket|code|state|setup|challenge)=)[^&#]*/gi;

/** Returns the URL of a request for logs, without secrets. */
export const urlOfLog = (url: string): string => url.replaceAll(secret, '$1[hidden]');

/** Returns the fields of a request for logs. */
export function requestOfLog(request: FastifyRequest) {
  return {
    method: request.method,
    url: urlOfLog(request.url),
    host: request.host,
    remoteAddress: request.ip,
    remotePort: request.socket.remotePort,
  };
}
