import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import {
  type Access,
  type Endpoint,
  endpoints,
  type MediaType,
  type OrganizationAccess,
} from '@hopscope/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Actor } from '../contexts/identity/auth/auth.service.ts';
import type { Member } from '../contexts/identity/organizations/membership.service.ts';
import type { AccessCheck } from './access.ts';
import { createAtOnce } from './at-once.ts';
import { refuseManyValues, usualValues } from './body-size.ts';
import type { EventStream } from '../lib/event-stream.ts';
import { openEventStream } from './event-stream.ts';
import { createLargeBodies } from './large-bodies.ts';
import type { Origin } from '../lib/origin.ts';

type Out<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : undefined;
type ActorOf<A extends Access> = A extends 'public' ? undefined : Actor;
type MemberOf<A extends Access> = A extends OrganizationAccess ? Member : undefined;

export interface CallContext<P, Q, B, A extends Access> {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  actor: ActorOf<A>;
  /** The caller's place in the organization that the call names. */
  member: MemberOf<A>;
  origin: Origin;
  headers: IncomingHttpHeaders;
  /** The organization that the header `x-organization-id` names, unchecked; null where it names none. */
  asOrganization: string | null;
  cookies: Readonly<Record<string, string | undefined>>;
  /** The body as it came in, for calls declared with `rawBody`; else empty. */
  raw: Buffer;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/** A cookie that scripts cannot read and other sites do not send along; an empty value removes it. */
export interface AnswerCookie {
  name: string;
  value: string;
  path: string;
  maxAgeSeconds: number;
}

type Declared<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
> = Endpoint<P, Q, B, R, A>;

export interface Router {
  /** Binds a declared call to its handler; input and output are checked against the declaration, `success` is added. */
  route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, A extends Access>(
    declaration: Declared<P, Q, B, R, A>,
    handler: (call: CallContext<P, Q, B, A>) => Promise<Omit<z.input<R>, 'success'>>,
  ): void;
  /**
   * Binds a call whose answer has a name of its own (`tag`): whoever holds the answer of this name already is answered with
   * 304 (RFC 9110, section 13.1.2), and `answer` is not asked.
   */
  versioned<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
  >(
    declaration: Declared<P, Q, B, R, A>,
    handler: (
      call: CallContext<P, Q, B, A>,
    ) => Promise<{ tag: string; answer: () => Promise<Omit<z.input<R>, 'success'>> }>,
  ): void;
  /** Binds a call declared with `answers: 'redirect'`. */
  redirect<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
  >(
    declaration: Declared<P, Q, B, R, A>,
    handler: (call: CallContext<P, Q, B, A>) => Promise<{ location: string; cookies?: AnswerCookie[] }>,
  ): void;
  /**
   * Binds a call whose answer is a text, or a zip, that is sent as it is made: no faster than the client takes it, and not made further
   * when the client goes. What fails on the way breaks the connection off. `type`: NDJSON, unless the handler says another.
   */
  download<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
  >(
    declaration: Declared<P, Q, B, R, A>,
    handler: (
      call: CallContext<P, Q, B, A>,
    ) => Promise<{ filename: string; type?: MediaType; lines: AsyncIterable<string | Uint8Array> }>,
  ): void;
  /** Binds a call declared with `answers: 'image/*'`; browsers may keep the image for a while. */
  image<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, A extends Access>(
    declaration: Declared<P, Q, B, R, A>,
    handler: (
      call: CallContext<P, Q, B, A>,
    ) => Promise<{ type: string; bytes: Buffer; maxAgeSeconds: number }>,
  ): void;
  /** Binds a call whose answer is a text or a file of a few types; with a `filename` browsers save it. */
  file<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, A extends Access>(
    declaration: Declared<P, Q, B, R, A>,
    handler: (call: CallContext<P, Q, B, A>) => Promise<{ type: string; bytes: Buffer; filename?: string }>,
  ): void;
  /**
   * Binds a call declared with `answers: 'text/event-stream'`. The handler decides whether there is a stream (what it throws
   * is answered as a problem) and gives what is to be done with it.
   */
  stream<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
  >(
    declaration: Declared<P, Q, B, R, A>,
    handler: (call: CallContext<P, Q, B, A>) => Promise<(stream: EventStream) => void>,
  ): void;
  /** Ends the thread that reads large bodies. */
  close(): Promise<void>;
  /** Throws if a declared call has no handler. */
  assertComplete(): void;
}

/** Registers calls of the contract on `app` (which carries the prefix). */
export function createRouter(app: FastifyInstance, check: AccessCheck): Router {
  const bound = new Set<string>();
  const atOnce = createAtOnce();
  const largeBodies = createLargeBodies();

  /** Who may call, and whether they have too many of these calls running. */
  async function enter(declaration: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await check.early(declaration.access, request);
    if (declaration.ownAccount) check.ownAccount(request);
    if (declaration.atOnce === undefined || !request.actor) return;
    const leave = atOnce.enter(`${declaration.id}\n${request.actor.user._id}`, declaration.atOnce);
    // Whichever comes first: answered, or gone.
    reply.raw.once('finish', leave);
    reply.raw.once('close', leave);
  }

  function bind<
    P extends z.ZodType,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType,
    A extends Access,
  >(
    declaration: Declared<P, Q, B, R, A>,
    answer: (call: CallContext<P, Q, B, A>, reply: FastifyReply) => Promise<unknown>,
  ): void {
    bound.add(declaration.id);
    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const gone = new AbortController();
      // Not of the request: that one closes as soon as its body has been read.
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort();
      });
      // The validators have just proved these types; the serializer checks the answer, unless it is a large one.
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        member: request.member,
        origin: originOf(request),
        headers: request.headers,
        asOrganization: request.headers['x-organization-id'] ?? null,
        cookies: request.cookies,
        raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        signal: gone.signal,
      } as unknown as CallContext<P, Q, B, A>;
      return answer(call, reply);
    };
    const register = (scope: FastifyInstance): void => {
      scope.route({
        method: declaration.method,
        url: declaration.path,
        // Whoever asks for the headers alone must not be given an answer that stays open, or that is made for long.
        ...(isLong(declaration) && { exposeHeadRoute: false }),
        ...(declaration.largeAnswer && { serializerCompiler: () => JSON.stringify }),
        ...(declaration.maxBytes !== undefined && { bodyLimit: declaration.maxBytes }),
        schema: schemaOf(declaration),
        config: declaration.answers === undefined ? {} : { answers: declaration.answers },
        // Before the input is looked at: who may not call learns nothing about it.
        onRequest: (request, reply) => enter(declaration, request, reply),
        ...(declaration.inThread
          ? { validatorCompiler: ofAllButBody }
          : {
              preValidation: async (request: FastifyRequest) =>
                refuseManyValues(request.body, declaration.maxValues ?? usualValues),
            }),
        preHandler: async (request) => {
          if (declaration.inThread) {
            const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
            request.body = await largeBodies.read(declaration, bytes);
          }
          await check.late(declaration.access, request);
        },
        handler: handle,
      });
    };
    if (declaration.rawBody || declaration.inThread)
      void app.register(async (scope) =>
        register(withRawBodies(scope, declaration.inThread ? 'application/json' : '*')),
      );
    else register(app);
  }

  return {
    route(declaration, handler) {
      const status = declaration.status ?? 200;
      bind(declaration, async (call, reply) => {
        void reply.status(status);
        return { success: true, ...(await handler(call)) };
      });
    },
    versioned(declaration, handler) {
      bind(declaration, async (call, reply) => {
        const { tag, answer } = await handler(call);
        // Weak: the bytes differ with the compression.
        const name = `W/"${tag}"`;
        void reply.headers({ etag: name, 'cache-control': 'private, no-cache', vary: 'x-organization-id' });
        const held = call.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? [];
        if (held.includes(name) || held.includes('*')) return reply.status(304).send();
        return { success: true, ...(await answer()) };
      });
    },
    redirect(declaration, handler) {
      bind(declaration, async (call, reply) => {
        const { location, cookies = [] } = await handler(call);
        for (const { name, value, path, maxAgeSeconds } of cookies) {
          void reply.setCookie(name, value, {
            path,
            maxAge: maxAgeSeconds,
            httpOnly: true,
            sameSite: 'lax',
            secure: 'auto',
          });
        }
        return reply.redirect(location, 302);
      });
    },
    download(declaration, handler) {
      bind(declaration, async (call, reply) => {
        const { filename, type = 'application/x-ndjson', lines } = await handler(call);
        return reply
          .header('content-disposition', `attachment; filename="${filename}"`)
          .type(type === 'application/zip' ? type : `${type}; charset=utf-8`)
          .send(Readable.from(lines));
      });
    },
    image(declaration, handler) {
      bind(declaration, async (call, reply) => {
        const { type, bytes, maxAgeSeconds } = await handler(call);
        return reply
          .headers({
            'cache-control': `private, max-age=${String(maxAgeSeconds)}`,
            vary: 'authorization, x-organization-id',
          })
          .type(type)
          .send(bytes);
      });
    },
    file(declaration, handler) {
      bind(declaration, async (call, reply) => {
        const { type, bytes, filename } = await handler(call);
        if (filename !== undefined) {
          void reply.header('content-disposition', `attachment; filename="${filename}"`);
        }
        return reply.type(type).send(bytes);
      });
    },
    stream(declaration, handler) {
      bind(declaration, async (call, reply) => {
        const begin = await handler(call);
        begin(openEventStream(reply));
        return reply;
      });
    },
    close: () => largeBodies.close(),
    assertComplete() {
      const missing = Object.values<Endpoint>(endpoints).filter((declared) => !bound.has(declared.id));
      if (missing.length > 0)
        throw new Error(`Calls without a handler: ${missing.map((m) => m.id).join(', ')}`);
    },
  };
}

function isLong({ answers }: Endpoint): boolean {
  const types = new Set([answers].flat());
  return types.has('text/event-stream') || types.has('text/csv') || types.has('application/zip');
}

/** What Fastify validates and the API document shows. */
function schemaOf(declaration: Endpoint) {
  const { id, summary, description, tag, access, answers, params, query, body, response } = declaration;
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(access === 'public' ? { security: [] } : {}),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(answers === undefined ? { response: { [declaration.status ?? 200]: response } } : {}),
  };
}

/** Params and query are checked as ever; the body is, in its thread. */
function ofAllButBody(route: { schema: unknown; method: string; url: string; httpPart?: string }) {
  if (route.httpPart === 'body') return (value: unknown) => ({ value });
  return validatorCompiler(route as Parameters<typeof validatorCompiler>[0]);
}

/** A scope whose bodies stay bytes: a signature is over bytes, and large bodies are read elsewhere. */
function withRawBodies(scope: FastifyInstance, type: 'application/json' | '*'): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return scope;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
    member?: Member;
  }
}

/** Origin of a request; a user agent is cut to 400 characters. */
function originOf(request: FastifyRequest): Origin {
  return {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    requestId: request.id,
  };
}
