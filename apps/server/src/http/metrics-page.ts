import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, unauthorized } from '../lib/app-error.ts';
import type { Context } from '../context.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';
import { isFromThisMachine } from './local-request.ts';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * With a token, admits requests with it. Without one, admits only requests from this machine to a name of this machine that
 * no proxy forwarded; none if the server is public. Throws 401 or, to hide that the page exists, 404.
 */
function admit(request: FastifyRequest, token: string | undefined, isLocal: boolean): void {
  if (token !== undefined) {
    const given = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? '';
    if (!timingSafeEqual(digest(given), digest(token)))
      throw unauthorized('The metrics token is missing or wrong');
    return;
  }
  if (!isLocal || !isFromThisMachine(request)) throw notFound('There is no GET /metrics');
}

/** Serves `GET /metrics` for Prometheus, and counts all requests. */
export function serveMetrics(app: FastifyInstance, { metrics, config }: Context): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.requests.add({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  app.addHook('onClose', () => metrics.close());
  const isLocal = isLoopbackUrl(config.publicUrl);
  app.get('/metrics', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    admit(request, config.metricsToken, isLocal);
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await metrics.text());
  });
}
