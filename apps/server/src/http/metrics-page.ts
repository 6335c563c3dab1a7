import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, unauthorized } from '../app-error.ts';
import type { Context } from '../context.ts';

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * With a token: whoever has it. Without one: requests of this machine alone, and not those that a proxy on it passes on.
 * Throws 401 or, so that nothing tells that the page exists, 404.
 */
function admit(request: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = request.headers.authorization?.match(/^Bearer (\S+)$/i)?.[1] ?? '';
    if (!timingSafeEqual(digest(given), digest(token)))
      throw unauthorized('The token of the metrics is missing');
    return;
  }
  const passedOn = forwarding.some((name) => request.headers[name] !== undefined);
  if (passedOn || !loopback.test(request.socket.remoteAddress ?? ''))
    throw notFound('There is no GET /metrics');
}

/** `GET /metrics` for Prometheus, and the counting of all requests. */
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
  app.get('/metrics', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    admit(request, config.metricsToken);
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await metrics.text());
  });
}
