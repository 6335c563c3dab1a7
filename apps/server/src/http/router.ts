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
import type { z } from 'zod';
import type { Actor } from '../contexts/identity/auth/auth.service.ts';
import type { Member } from '../contexts/identity/organizations/membership.service.ts';
import type { AccessCheck } from './access.ts';
import { refuseManyValues, usualValues } from './body-size.ts';
import type { EventStream } from '../lib/event-stream.ts';
import { openEventStream } from './event-stream.ts';
import { type Admitted, createFairUse } from './fair-use.ts';
import { isLong, ofAllButBody, schemaOf } from './route-options.ts';
import type { InTurn } from '../lib/in-turn.ts';
import { createLargeBodies } from './large-bodies.ts';
import type { Origin } from '../lib/origin.ts';
import { isFromThisMachine } from './local-request.ts';
import { arriving, nothing, withRawBodies, withStreamedBodies } from './raw-bodies.ts';

type Out<S> = S extends z.ZodUndefined ? undefined : S extends z.ZodType ? z.output<S> : undefined;
type ActorOf<A extends Access> = A extends 'public' ? undefined : Actor;
type MemberOf<A extends Access> = A extends OrganizationAccess ? Member : undefined;

export interface CallContext<P, Q, B, A extends Access> {
  params: Out<P>;
  query: Out<Q>;
  body: Out<B>;
  actor: ActorOf<A>;
  /** The caller's membership in the organization of the call. */
  member: MemberOf<A>;
  origin: Origin;
  headers: IncomingHttpHeaders;
  /** The organization in the header `x-organization-id`, unchecked; null without one. */
  asOrganization: string | null;
  cookies: Readonly<Record<string, string | undefined>>;
  /** The received bytes of the body, for calls declared with `rawBody`; otherwise empty. */
  raw: Buffer;
  /** The body as it arrives, for calls declared with `streamedBody`; otherwise empty. Throws 413 if it is too large. */
  arriving: AsyncIterable<Buffer>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /**
   * Runs work of an expensive call (`atOnce`) when it is the caller's turn, and of others at once. Everything but downloads has
   * its turn already.
   */
  inTurn: InTurn;
}

/** A cookie that scripts can't read and that other sites don't send; an empty value removes it. */
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
  /** Binds a declared call to its handler; checks input and output against the declaration, and adds `success`. */
  route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, A extends Access>(
    declaration: Declared<P, Q, B, R, A>,
    handler: (call: CallContext<P, Q, B, A>) => Promise<Omit<z.input<R>, 'success'>>,
  ): void;
  /**
   * Binds a call whose response has an entity tag (`tag`): if the client already has this response, responds with 304 (RFC
   * 9110, section 13.1.2) without calling `answer`.
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
   * Binds a call whose response is a text, or a zip, that is streamed while it is created: no faster than the client
   * receives it, and not after the client disconnects. An error closes the connection. `type`: NDJSON, unless the handler
   * sets another.
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
  /** Binds a call of SCIM, whose answers and errors have the form of RFC 7644. */
  scim<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, A extends Access>(
    declaration: Declared<P, Q, B, R, A>,
    handler: (call: CallContext<P, Q, B, A>) => Promise<unknown>,
  ): void;
  /** Binds a call declared with `answers: 'image/*'`; browsers may cache the image for a while. */
  image<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, A extends Access>(
    declaration: Declared<P, Q, B, R, A>,
    handler: (
      call: CallContext<P, Q, B, A>,
    ) => Promise<{ type: string; bytes: Buffer; maxAgeSeconds: number }>,
  ): void;
  /**
   * Binds a call whose response is a text or a file of a few types, with other headers if it needs them; with a `filename`,
   * browsers save it.
   */
  file<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, A extends Access>(
    declaration: Declared<P, Q, B, R, A>,
    handler: (
      call: CallContext<P, Q, B, A>,
    ) => Promise<{ type: string; bytes: Buffer; filename?: string; headers?: Record<string, string> }>,
  ): void;
  /**
   * Binds a call declared with `answers: 'text/event-stream'`. The handler decides whether there is a stream (its errors
   * become problem responses), and returns the function that serves it.
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
  /** Ends the thread that parses large bodies. */
  close(): Promise<void>;
  /** Throws if a declared call has no handler. */
  assertComplete(): void;
}

/** Creates a router that registers calls of the contract on `app` (which has the prefix). */
export function createRouter(app: FastifyInstance, check: AccessCheck): Router {
  const bound = new Set<string>();
  const fairUse = createFairUse();
  const largeBodies = createLargeBodies();

  /** Checks access, and whether the caller has too many of these calls pending. */
  async function enter(declaration: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await check.early(declaration, request, reply);
    if (declaration.ownAccount) check.ownAccount(request);
    const { atOnce: most } = declaration;
    if (most === undefined || !request.actor) return;
    const { key, user } = request.actor;
    const admitted = fairUse.admit(declaration.id, most, {
      caller: key?.id ?? user._id,
      organization: request.member?.organizationId,
    });
    request.admitted = admitted;
    // Whichever comes first: completed, or disconnected.
    reply.raw.once('finish', admitted.leave);
    reply.raw.once('close', admitted.leave);
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
    // What is sent, or arrives, at the pace of the client must not hold up others.
    { needsTurn = !declaration.streamedBody } = {},
  ): void {
    bound.add(declaration.id);
    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const gone = new AbortController();
      // Not the request's event: it closes as soon as its body has been read.
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort();
      });
      const { admitted } = request;
      const inTurn: InTurn = (work) => (admitted ? admitted.inTurn(gone.signal, work) : work());
      // The validators have checked these types; the serializer checks the response, unless it is large.
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
        arriving: declaration.streamedBody ? arriving(request, declaration.maxBytes) : nothing,
        signal: gone.signal,
        inTurn,
      } as unknown as CallContext<P, Q, B, A>;
      try {
        return await (needsTurn ? inTurn(() => answer(call, reply)) : answer(call, reply));
      } finally {
        check.changed(declaration);
      }
    };
    const register = (scope: FastifyInstance): void => {
      scope.route({
        method: declaration.method,
        url: declaration.path,
        // A HEAD request must not get a response that remains open, or that takes long to create.
        ...(isLong(declaration) && { exposeHeadRoute: false }),
        ...(declaration.largeAnswer && { serializerCompiler: () => JSON.stringify }),
        ...(declaration.maxBytes !== undefined && { bodyLimit: declaration.maxBytes }),
        schema: schemaOf(declaration),
        config: {
          ...(declaration.answers !== undefined && { answers: declaration.answers }),
          ...(declaration.status !== undefined && { status: declaration.status }),
        },
        // Before the input is checked: callers without access must not learn anything about it.
        onRequest: (request, reply) => enter(declaration, request, reply),
        ...(declaration.inThread
          ? { validatorCompiler: ofAllButBody }
          : !declaration.streamedBody && {
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
    if (declaration.streamedBody)
      void app.register(async (scope) => register(withStreamedBodies(scope, declaration.streamedBody ?? [])));
    else if (declaration.rawBody || declaration.inThread)
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
        // Weak: the bytes depend on the compression.
        const name = `W/"${tag}"`;
        void reply.headers({ etag: name, 'cache-control': 'private, no-cache', vary: 'x-organization-id' });
        const cachedTags = call.headers['if-none-match']?.split(',').map((each) => each.trim()) ?? [];
        if (cachedTags.includes(name) || cachedTags.includes('*')) return reply.status(304).send();
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
            // Browsers refuse a name with this prefix otherwise.
            secure: name.startsWith('__Host-') || 'auto',
          });
        }
        return reply.redirect(location, 302);
      });
    },
    download(declaration, handler) {
      bind(
        declaration,
        async (call, reply) => {
          const { filename, type = 'application/x-ndjson', lines } = await handler(call);
          return reply
            .header('content-disposition', `attachment; filename="${filename}"`)
            .type(type === 'application/zip' ? type : `${type}; charset=utf-8`)
            .send(Readable.from(lines));
        },
        { needsTurn: false },
      );
    },
    scim(declaration, handler) {
      bind(declaration, async (call, reply) => {
        const { status = 200 } = declaration;
        const answer = await handler(call);
        void reply.status(status);
        if (status === 204) return reply.send();
        return reply.type('application/scim+json').send(answer);
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
        const { type, bytes, filename, headers = {} } = await handler(call);
        void reply.headers(headers);
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

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
    member?: Member;
    /** For calls of which a person may have only a few at once. */
    admitted?: Admitted;
  }
}

/** Returns the origin of a request; truncates the user agent to 400 characters. */
function originOf(request: FastifyRequest): Origin {
  return {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    requestId: request.id,
    isLocal: isFromThisMachine(request),
  };
}
