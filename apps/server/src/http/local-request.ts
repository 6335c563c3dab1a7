import type { FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../lib/loopback.ts';

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** Headers that proxies add to requests. */
const forwarding = /^(?:via|forwarded|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-.*|fastly-.*)$/;

/**
 * Returns whether a request came from this machine, to a name of this machine, and no proxy forwarded it. Another name is
 * that of a proxy, or of a page that misleads a browser on this machine (DNS rebinding).
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return (
    loopback.test(request.socket.remoteAddress ?? '') &&
    isLoopbackHost(request.headers.host ?? '') &&
    !Object.keys(request.headers).some((name) => forwarding.test(name))
  );
}
