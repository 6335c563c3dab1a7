import type { FastifyRequest } from 'fastify';

/** Parameters whose values let whoever reads them in. */
const secret = /([?&](?:link|token|ticket|code|state|setup|challenge)=)[^&#]*/gi;

/** The address of a request as logs have it: without the secrets in it. */
export const urlOfLog = (url: string): string => url.replaceAll(secret, '$1[hidden]');

/** A request as logs have it. */
export function requestOfLog(request: FastifyRequest) {
  return {
    method: request.method,
    url: urlOfLog(request.url),
    host: request.host,
    remoteAddress: request.ip,
    remotePort: request.socket.remotePort,
  };
}
