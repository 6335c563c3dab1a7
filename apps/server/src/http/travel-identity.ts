import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { notFound } from '../lib/app-error.ts';

const path = '/identity';

/**
 * Serves `/identity` of the Travel Rule Protocol, at which other institutions ask who receives: the institution of this server.
 * 404 if none is entered, or several organizations share the server, as the protocol names the server alone.
 */
export function serveTravelIdentity(app: FastifyInstance, { travelRule }: Pick<Context, 'travelRule'>): void {
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    const only = await travelRule.institution.only();
    if (!only) throw notFound(`There is no GET ${path}`);
    return reply
      .type('application/json')
      .send(JSON.stringify({ name: only.name, ...(only.lei !== null && { lei: only.lei }) }));
  });
}
