import type { Endpoint } from '@hopscope/contract';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;

/** Describes a declared call in the API document; describes redirects and texts as such. */
export const describeCall: Transform = (call) => {
  const described = jsonSchemaTransform(call);
  const { answers, status = 200 } = call.route.config ?? {};
  const isDescribed = answers === undefined || (answers === 'application/scim+json' && status !== 204);
  if (isDescribed) return described;
  return { ...described, schema: { ...described.schema, response: responseOf(answers, status) } };
};

function responseOf(answers: NonNullable<Endpoint['answers']>, status: number): object {
  if (answers === 'redirect') return { 302: { description: 'Redirect', type: 'null' } };
  if (status === 204) return { 204: { description: 'Nothing is returned', type: 'null' } };
  return { [status]: { description: 'Default Response', content: contentOf([answers].flat()) } };
}

function contentOf(types: readonly string[]): Record<string, { schema: { type: 'string' } }> {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Type of the response instead of JSON, as the call declares it. */
    answers?: Endpoint['answers'];
    /** Status of a success other than 200. */
    status?: Endpoint['status'];
  }
}
