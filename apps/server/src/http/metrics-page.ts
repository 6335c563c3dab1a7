import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, unauthorized } from '../lib/app-error.ts';
import type { Context } from '../context.ts';

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const loopbackName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
/** Headers that proxies add to requests. */
const forwarding = /^(?:via|forwarded|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-.*|fastly-.*)$/;

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
  const passedOn = Object.keys(request.headers).some((name) => forwarding.test(name));
  // Another name of this machine: a misled browser on this machine (DNS rebinding), or a proxy.
  const named = loopbackName.test(request.headers.host ?? '');
  if (passedOn || !named || !isLocal || !loopback.test(request.socket.remoteAddress ?? ''))
    throw notFound('There is no GET /metrics');
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
  const isLocal = config.publicUrl === undefined || loopbackName.test(new URL(config.publicUrl).host);
  app.get('/metrics', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    admit(request, config.metricsToken, isLocal);
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await metrics.text());
  });
}
