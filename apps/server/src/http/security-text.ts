import { millisecondsOfDay } from '@hopscope/domain';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { notFound } from '../lib/app-error.ts';

const path = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that nobody relies on an outdated contact. */
const validDays = 180;

/** Serves `/.well-known/security.txt` (RFC 9116) with the operator's contact; 404 without one. */
export function serveSecurityText(
  app: FastifyInstance,
  { config, publicUrl, now }: Pick<Context, 'config' | 'publicUrl' | 'now'>,
): void {
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    if (config.securityContact === undefined) throw notFound(`There is no GET ${path}`);
    const expires = new Date(now() + validDays * millisecondsOfDay).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${config.securityContact}`,
          `Expires: ${expires}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl.link(path)}`,
          `Policy: ${publicUrl.link('/docs/security')}`,
          '',
        ].join('\n'),
      );
  });
}
