import { type Access, type Endpoint, endpoints } from '@hopscope/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { z } from 'zod';
import type { Actor, Auth } from '../modules/auth/auth.service.ts';

type Out<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : undefined;
type ActorOf<A extends Access> = A extends 'public' ? undefined : Actor;

export interface CallContext<P, Q, B, A extends Access> {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  actor: ActorOf<A>;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

type AnyEndpoint = Endpoint;

export interface Router {
  /** Binds a declared call to its handler; input and output are checked against the declaration, `success` is added. */
  route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, A extends Access>(
    declaration: Endpoint<P, Q, B, R, A>,
    handler: (call: CallContext<P, Q, B, A>) => Promise<Omit<z.input<R>, 'success'>>,
  ): void;
  /** Throws if a declared call has no handler. */
  assertComplete(): void;
}

/** Registers calls of the contract on `app` (which carries the prefix). */
export function createRouter(app: FastifyInstance, auth: Auth): Router {
  const bound = new Set<string>();
  return {
    route(declaration, handler) {
      bound.add(declaration.id);
      const { method, path, params, query, body, response, summary, description, tag, access } = declaration;
      const status = declaration.status ?? 200;
      const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        void reply.status(status);
        const gone = new AbortController();
        request.raw.once('close', () => {
          if (!reply.raw.writableFinished) gone.abort();
        });
        // The validators have just proved these types; the serializer checks the answer.
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          actor: request.actor,
          signal: gone.signal,
        } as Parameters<typeof handler>[0];
        return { success: true, ...(await handler(call)) };
      };
      app.route({
        method,
        url: path,
        schema: {
          operationId: declaration.id,
          summary,
          ...(description === undefined ? {} : { description }),
          tags: [tag],
          ...(access === 'public' ? { security: [] } : {}),
          ...(params ? { params } : {}),
          ...(query ? { querystring: query } : {}),
          ...(body ? { body } : {}),
          response: { [status]: response },
        },
        // Before the input is looked at: who is not signed in learns nothing about it.
        onRequest: async (request) => {
          if (access !== 'public') request.actor = await auth.authenticate(request.headers.authorization);
        },
        handler: handle as RouteHandlerMethod,
      });
    },
    assertComplete() {
      const missing = Object.values<AnyEndpoint>(endpoints).filter((declared) => !bound.has(declared.id));
      if (missing.length > 0)
        throw new Error(`Calls without a handler: ${missing.map((m) => m.id).join(', ')}`);
    },
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
  }
}
