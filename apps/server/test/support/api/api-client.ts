import { tmpdir } from 'node:os';
import {
  apiBase,
  type Blockchain,
  type CallInput,
  type CallOutput,
  type Endpoint,
  type Problem,
  problem,
  scimSchemas,
  signup,
} from '@hopscope/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../src/config.ts';
import { createContext } from '../../../src/context.ts';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { createApp } from '../../../src/http/app.ts';

export const tokenSecret = 'a secret of the tests, long enough for HS256';
export const password = 'correct horse battery';
export const origin = { ip: '127.0.0.1', userAgent: 'tests', requestId: 'tests' };

/** The application over a database, with one signed-up person. */
export interface Api {
  readonly app: FastifyInstance;
  readonly token: string;
  /** Makes a call of the contract as the signed-up person; the answer must match the declaration exactly. */
  call<E extends Endpoint>(declaration: E, input: CallInput<E>): Promise<CallOutput<E>>;
  /** Makes a call about Bitcoin; the answer must be about Bitcoin. */
  bitcoin<E extends Endpoint>(
    declaration: E,
    input: CallInput<E>,
  ): Promise<OnChain<'bitcoin', CallOutput<E>>>;
  /** Makes a call about Ethereum; the answer must be about Ethereum. */
  ethereum<E extends Endpoint>(
    declaration: E,
    input: CallInput<E>,
  ): Promise<OnChain<'ethereum', CallOutput<E>>>;
  /** Makes a call that isn't known statically. */
  ask(declaration: Endpoint, input: Input): Promise<unknown>;
  /** Sends any request as the signed-up person; `url` is relative to `/api/v1`. */
  send(options: InjectOptions & { url: string }): Promise<LightMyRequestResponse>;
  /** Sends a GET request that must be refused with this status; checks the form of the refusal. */
  refused(status: number, url: string): Promise<Problem>;
}

/** The variants of an answer for one chain, of a call on both chains. */
export type OnChain<Chain extends Blockchain, Answer> = Answer extends { blockchain: infer Named }
  ? Chain extends Named
    ? Answer
    : never
  : Answer extends { data: readonly (infer Item)[] }
    ? Omit<Answer, 'data'> & { data: OnChain<Chain, Item>[] }
    : Answer extends { data: infer Data }
      ? Omit<Answer, 'data'> & { data: OnChain<Chain, Data> }
      : Answer;

/** The chain of an answer. */
const naming = z.looseObject({ blockchain: z.string() });
const named = z.union([
  naming,
  z.looseObject({ data: naming }).transform(({ data }) => data),
  z.looseObject({ data: z.array(naming).length(1) }).transform(({ data: [only] }) => only),
]);

export interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Returns path and query of a call relative to `/api/v1`. */
export function urlOf(declaration: Pick<Endpoint, 'path'>, input: Input): string {
  const path = declaration.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]),
  );
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** Returns the headers that a call needs: the organization, and the type of a streamed body. */
export function headersOf(
  { access, streamedBody }: Endpoint,
  organizationId: string,
): Record<string, string> {
  return {
    ...(typeof access === 'object' && access.from === 'header' && { 'x-organization-id': organizationId }),
    ...(streamedBody?.[0] && { 'content-type': streamedBody[0] }),
  };
}

/** Returns the problem of a refusal after checking the fields that all refusals share (RFC 9457). */
export function problemOf(answer: LightMyRequestResponse, status: number): Problem {
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  const body = problem.strict().parse(answer.json());
  expect(body.status).toBe(status);
  expect(body.requestId).toBe(answer.headers['x-request-id']);
  expect(body.message).not.toMatch(/\bat \/|node_modules|select .+ from |insert into /);
  return body;
}

/** Starts the application over `db` and signs a person up. */
export async function createApi(db: SqlDatabase, options: { now?: () => number } = {}): Promise<Api> {
  const context = createContext({
    config: readConfig({ LOG_LEVEL: 'silent', REGISTRATION: 'open', DATA_DIR: tmpdir() }),
    db,
    logger: pino({ level: 'silent' }),
    tokenSecret,
    version: '0.0.0',
    ...options,
  });
  // Without the announcements themselves, so that tests see what a process knows of its own changes.
  context.sessionMemory.listening(true);
  const app = await createApp(context);
  const { accessToken: token } = await context.auth.signup(person('ada@example.org'), origin);
  const askOn =
    <Chain extends Blockchain>(chain: Chain) =>
    async <E extends Endpoint>(declaration: E, input: CallInput<E>) => {
      const answer = await api.ask(declaration, input as Input);
      expect(named.parse(answer)).toMatchObject({ blockchain: chain });
      return answer as OnChain<Chain, CallOutput<E>>;
    };
  const api: Api = {
    app,
    token,
    async ask(declaration, { body, ...place }) {
      const answer = await api.send({
        method: declaration.method,
        url: urlOf(declaration, place),
        ...(body === undefined ? {} : { payload: body as object }),
      });
      expect({ status: answer.statusCode, body: answer.body.slice(0, 400) }).toMatchObject({
        status: declaration.status ?? 200,
      });
      const parsed = declaration.response.parse(answer.json());
      expect(answer.json()).toEqual(parsed);
      return parsed;
    },
    call: <E extends Endpoint>(declaration: E, input: CallInput<E>) =>
      api.ask(declaration, input as Input) as Promise<CallOutput<E>>,
    bitcoin: askOn('bitcoin'),
    ethereum: askOn('ethereum'),
    send: ({ url, headers, ...rest }) =>
      app.inject({
        ...rest,
        url: `${apiBase}${url}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
      }),
    refused: async (status, url) => problemOf(await api.send({ url }), status),
  };
  return api;
}

/** Returns the sign-up input of a person with this email address. */
export function person(email: string): CallInput<typeof signup>['body'] {
  return { name: 'Grace', surname: 'Tester', email, password };
}

/** Checks that a call was refused, in the form of its answers (RFC 9457, or RFC 7644 for SCIM, which has no code). */
export function expectRefusal(
  { answers }: Pick<Endpoint, 'answers'>,
  answer: LightMyRequestResponse,
  { status, ...expected }: { status: number; code?: string; message?: string },
): void {
  if (answers !== 'application/scim+json') {
    expect(problemOf(answer, status)).toMatchObject(expected);
    return;
  }
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status });
  expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/);
  expect(answer.json()).toMatchObject({
    schemas: [scimSchemas.error],
    status: String(status),
    ...(expected.message !== undefined && { detail: expected.message }),
  });
}
