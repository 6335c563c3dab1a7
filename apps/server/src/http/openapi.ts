import type { Endpoint } from '@hopscope/contract';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;

/** Describes a declared call in the API document; describes redirects and texts as such. */
export const describeCall: Transform = (call) => {
  const described = jsonSchemaTransform(call);
  const { answers } = call.route.config ?? {};
  if (answers === undefined) return described;
  const response =
    answers === 'redirect'
      ? { 302: { description: 'Redirect', type: 'null' } }
      : { 200: { description: 'Default Response', content: contentOf([answers].flat()) } };
  return { ...described, schema: { ...described.schema, response } };
};

function contentOf(types: readonly string[]): Record<string, { schema: { type: 'string' } }> {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Type of the response instead of JSON, as the call declares it. */
    answers?: Endpoint['answers'];
  }
}
