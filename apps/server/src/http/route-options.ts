import type { Endpoint } from '@hopscope/contract';
import { validatorCompiler } from 'fastify-type-provider-zod';

/** Whether a response can take long to create. */
export function isLong({ answers }: Endpoint): boolean {
  const types = new Set([answers].flat());
  return types.has('text/event-stream') || types.has('text/csv') || types.has('application/zip');
}

/** Returns the schemas that Fastify validates and the API document contains. */
export function schemaOf(declaration: Endpoint) {
  const { id, summary, description, tag, access, scope, answers, status = 200 } = declaration;
  const { params, query, body, response } = declaration;
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(scope !== undefined && { 'x-scope': scope }),
    ...(access === 'public' ? { security: [] } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(answers === undefined && { response: { [status]: response } }),
    ...(answers === 'application/scim+json' &&
      status !== 204 && {
        response: { [status]: { description: 'Success', content: { [answers]: { schema: response } } } },
      }),
  };
}

/** Validates params and query as usual; the thread validates the body. */
export function ofAllButBody(route: { schema: unknown; method: string; url: string; httpPart?: string }) {
  if (route.httpPart === 'body') return (value: unknown) => ({ value });
  return validatorCompiler(route as Parameters<typeof validatorCompiler>[0]);
}
