import { zstdDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { apiBase, type Endpoint, endpoints, getHealth, problem } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '../../src/db/session.ts';
import { createRouter } from '../../src/http/router.ts';
import { createApi, password, person, problemOf } from '../support/api/api-client.ts';
import { ownDatabase } from '../support/databases.ts';
import { describeLedger } from '../support/ledger/loaded-ledger.ts';
import { appendSmallChain, small } from '../support/ledger/small-ledger.ts';

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean().optional() }))
    .optional(),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.object({}) }) }) })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: z
        .partialRecord(
          z.enum([
            'application/json',
            'application/octet-stream',
            'application/pdf',
            'application/scim+json',
            'application/x-ndjson',
            'application/zip',
            'image/*',
            'text/csv',
            'text/event-stream',
            'text/plain',
          ]),
          z.object({ schema: z.looseObject({}) }),
        )
        .optional(),
    }),
  ),
});
const document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string().min(1), version: z.string().min(1) }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation),
  ),
  components: z.object({ securitySchemes: z.object({ bearer: z.object({ type: z.literal('http') }) }) }),
  security: z.array(z.object({ bearer: z.array(z.string()) })),
});

const signup = (payload: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  url: '/auth/signup',
  payload: payload as object,
  headers,
});

describeLedger('HTTP', { prepare: appendSmallChain }, (loaded) => {
  test('the OpenAPI document declares every call once, with its access', async () => {
    const answer = await loaded.api.send({ url: '/openapi.json', headers: { authorization: '' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const { paths } = document.parse(answer.json());
    const found = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, declared]) => ({ path, method, ...declared })),
    );
    expect(new Set(found.map((call) => call.operationId)).size).toBe(found.length);
    expect(found.map((call) => call.operationId).toSorted()).toEqual(
      Object.values(endpoints)
        .map(({ id }) => id)
        .toSorted(),
    );
    for (const declared of Object.values<Endpoint>(endpoints)) {
      const call = found.find(({ operationId }) => operationId === declared.id);
      expect(call?.path).toBe(`${apiBase}${declared.path.replaceAll(/:(\w+)/g, '{$1}')}`);
      expect(call?.method).toBe(declared.method.toLowerCase());
      const status = declared.answers === 'redirect' ? 302 : (declared.status ?? 200);
      const isEmpty = declared.answers === 'redirect' || status === 204;
      const kind = isEmpty ? undefined : (declared.answers ?? 'application/json');
      expect(Object.keys(call?.responses[status]?.content ?? {})).toEqual(
        kind === undefined ? [] : [kind].flat(),
      );
      expect(call?.security).toEqual(declared.access === 'public' ? [] : undefined);
      const inPath = call?.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      expect(inPath.map(({ name }) => name)).toEqual(
        [...declared.path.matchAll(/:(\w+)/g)].map((match) => match[1]),
      );
      expect(inPath.every((parameter) => parameter.required === true)).toBe(true);
      expect(call?.requestBody !== undefined).toBe(declared.body !== undefined);
    }
    const text = answer.body;
    for (const [, ref = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = ref
        .split('/')
        .reduce<unknown>((node, key) => Object(node)[key] as unknown, JSON.parse(text));
      expect(target, ref).toBeDefined();
    }
  });

  test('the document can be browsed, with everything from this server', async () => {
    const page = await loaded.api.send({ url: '/docs/', headers: { authorization: '' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(link).not.toMatch(/^(https?:)?\/\//);
      const asset = await loaded.api.app.inject({ url: new URL(link, `http://x${apiBase}/docs/`).pathname });
      expect(asset.statusCode, link).toBe(200);
    }
  });

  test('every answer has a request id of its own and the security headers', async () => {
    const urls = [
      '/health',
      '/nowhere',
      '/blockchain/block/abc',
      '/blockchain/block/%',
      '/openapi.json',
      '/docs/',
    ];
    const ids = new Set<unknown>();
    for (const url of urls) {
      const { headers } = await loaded.api.send({ url });
      ids.add(headers['x-request-id']);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors 'none'/);
      expect(headers['x-powered-by']).toBeUndefined();
    }
    expect(ids.size).toBe(urls.length);
    expect((await loaded.api.send({ url: '/health' })).headers['cache-control']).toBe('no-store');
  });

  test('health answers GET and HEAD without a token', async () => {
    const health = await loaded.api.call(getHealth, {});
    expect(health).toMatchObject({
      status: 'ok',
      database: { builtIn: false, ok: true },
      bitcoin: { network: 'mainnet', height: small.tip, coverage: { kind: 'complete' } },
      ethereum: { height: null },
    });
    const head = await loaded.api.send({ method: 'HEAD', url: '/health', headers: { authorization: '' } });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
    '%s of an unknown path is a problem',
    async (method) => {
      for (const url of ['/nowhere', '/blockchain', '/blockchain/block/1/nowhere', '/auth/signup/x', '']) {
        const refusal = problemOf(await loaded.api.send({ method, url: `${url}?a=b` }), 404);
        expect(refusal).toMatchObject({
          code: 'not_found',
          message: `There is no ${method} ${apiBase}${url}`,
        });
      }
    },
  );

  test('bodies that cannot be read', async () => {
    const json = { 'content-type': 'application/json' };
    for (const text of ['{"name":', '', 'null', '[]', '"text"', '{"__proto__":{"role":"operator"}}']) {
      problemOf(await loaded.api.send(signup(text, json)), 400);
    }
    problemOf(await loaded.api.send({ method: 'POST', url: '/auth/signup' }), 400);
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']) {
      const answer = await loaded.api.send(signup('a=b', { 'content-type': type }));
      expect(problemOf(answer, 415).code).toBe('unsupported_media_type');
    }
    const charset = { 'content-type': 'application/json; charset=utf-8' };
    const text = JSON.stringify(person('charset@example.org'));
    expect((await loaded.api.send(signup(text, charset))).statusCode).toBe(201);
  });

  test('fields that are missing or wrong are named, all at once', async () => {
    const refusal = problemOf(
      await loaded.api.send(signup({ name: ' ', email: 'x', password: '1234567' })),
      400,
    );
    expect(refusal.code).toBe('validation_failed');
    expect(refusal.errors?.map(({ field }) => field)).toEqual(['name', 'surname', 'email', 'password']);
    expect(refusal.errors?.find(({ field }) => field === 'password')?.message).toBe(
      'Password must be at least 8 characters',
    );
  });

  test('fields that no call declares are ignored on the way in, and never sent', async () => {
    const email = 'extra@example.org';
    const payload = { ...person(email), role: 'operator', _id: 'mine', admin: true };
    const answer = await loaded.api.send(signup(payload));
    expect(answer.statusCode).toBe(201);
    const user: Record<string, unknown> = answer.json().data.user;
    expect(user['role']).toBe('user');
    expect(Object.keys(user).toSorted()).toEqual(
      [
        '_id',
        'accessToken',
        'email',
        'emailVerified',
        'name',
        'provider',
        'refreshToken',
        'role',
        'surname',
      ].toSorted(),
    );
    expect(answer.body).not.toMatch(/argon2|password_hash|mine/);
    expect((await loaded.api.send({ url: `/blockchain/status?nonsense=1` })).statusCode).toBe(200);
  });

  test('compresses what is long, when asked', async () => {
    const url = `/blockchain/address/${small.address}/transactions?limit=50`;
    const plain = await loaded.api.send({ url, headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const gzip = await loaded.api.send({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    const zstd = await loaded.api.send({ url, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
    expect(zstd.headers['content-encoding']).toBe('zstd');
    expect(zstdDecompressSync(zstd.rawPayload).toString()).toBe(plain.body);
    expect(zstd.headers.vary).toMatch(/accept-encoding/i);
    const refused = await loaded.api.send({ url, headers: { 'accept-encoding': 'gzip;q=0, *' } });
    expect(refused.headers['content-encoding']).toBe('zstd');
    const none = await loaded.api.send({ url, headers: { 'accept-encoding': 'gzip;q=0, identity' } });
    expect(none.headers['content-encoding']).toBeUndefined();
    expect(none.headers.vary).toMatch(/accept-encoding/i);
    const short = await loaded.api.send({
      url: '/blockchain/block/abc',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  test('over a socket: a body of 10 MB is refused early, and the next request is served', async () => {
    const base = await loaded.api.app.listen({ host: '127.0.0.1', port: 0 });
    const body = Buffer.alloc(10 << 20, 'a');
    const answer = await new Promise<{ status: number | undefined; type: string | undefined; text: string }>(
      (resolve, reject) => {
        const sent = request(`${base}${apiBase}/auth/signup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': body.length },
        });
        sent.on('response', (response) => {
          let text = '';
          response.on('data', (part: Buffer) => void (text += part.toString()));
          response.on('end', () =>
            resolve({ status: response.statusCode, type: response.headers['content-type'], text }),
          );
        });
        // The server may hang up while the rest is still being sent.
        sent.on('error', (error) => ('code' in error && error.code === 'EPIPE' ? undefined : reject(error)));
        sent.end(body);
      },
    );
    expect(answer.status).toBe(413);
    expect(answer.type).toMatch(/^application\/problem\+json/);
    expect(problem.parse(JSON.parse(answer.text)).code).toBe('payload_too_large');
    const chunked = await fetch(`${base}${apiBase}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({
        start(controller) {
          for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(100_000).fill(97));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect((await fetch(`${base}${apiBase}/health`)).status).toBe(200);
  });

  test('many at once get their own answers', async () => {
    const heights = Array.from({ length: 60 }, (_, i) => i % (small.tip + 1));
    const answers = await Promise.all(
      heights.map((height) => loaded.api.send({ url: `/blockchain/block/${height}` })),
    );
    expect(answers.map((answer) => answer.json().data.number)).toEqual(heights);
  });

  test('a server that lacks a call of the contract does not start', () => {
    const { app } = loaded.api;
    expect(() => createRouter(app, {} as Parameters<typeof createRouter>[1]).assertComplete()).toThrow(
      /Calls without a handler: signup, login/,
    );
  });
});

test('a database that is gone is told as unavailable', async () => {
  const { db, remove } = await ownDatabase();
  const api = await createApi(db);
  await inTransaction(db, 'read write', (session) => session.query('alter table btc_range rename to gone'));
  const refusal = problemOf(await api.send({ url: '/health' }), 500);
  expect(refusal).toMatchObject({ code: 'internal', message: 'Something went wrong on the server' });
  expect(JSON.stringify(refusal)).not.toContain('btc_range');
  await remove();
  for (const url of ['/health', '/blockchain/block/1']) {
    expect(problemOf(await api.send({ url }), 503)).toMatchObject({
      code: 'unavailable',
      message: 'The database is not responding',
    });
  }
  const login = { method: 'POST' as const, url: '/auth/login' };
  problemOf(await api.send({ ...login, payload: { email: 'ada@example.org', password } }), 503);
});
