import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@hopscope/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterEach } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../src/config.ts';
import type { Sources } from '../../../src/sources/sources.ts';
import { type Context, createContext } from '../../../src/context.ts';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { withSession } from '../../../src/db/session.ts';
import type { FreeBytes } from '../../../src/contexts/identity/subscriptions/storage.service.ts';
import { createApp } from '../../../src/http/app.ts';
import { password, tokenSecret } from './api-client.ts';

export interface Asking {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  payload?: object;
  token?: string;
  headers?: Record<string, string>;
  ip?: string;
}
export interface ReceivedMail {
  id: string;
  to: string;
  subject: string;
  template: string;
  status: string;
  text: string;
  html: string;
}
export interface Tokens {
  id: string;
  accessToken: string;
  refreshToken: string;
}

/** The application with calls for people and accounts. */
export interface PeopleApi {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly dataDir: string;
  /** Milliseconds since 1970; tests advance it. */
  clock: number;
  /** Sends any request relative to `/api/v1`. */
  ask(url: string, asking?: Asking): Promise<LightMyRequestResponse>;
  post(
    url: string,
    payload: object,
    more?: Omit<Asking, 'payload' | 'method'>,
  ): Promise<LightMyRequestResponse>;
  /** Signs a person up; all tests use the same password. */
  signUp(email: string, more?: object): Promise<Tokens>;
  /** Signs in a person without a second factor. */
  logIn(email: string, secret?: string): Promise<Tokens>;
  /** Returns the status of a call that requires a session. */
  statusWith(token: string): Promise<number>;
  /** Returns the mails of the outbox with their texts, oldest first. */
  mails(to?: string): Promise<ReceivedMail[]>;
  /** Returns the path of the link in the newest mail of a template. */
  linkTo(email: string, template: string): Promise<URL>;
  /** Runs due jobs. */
  work(): Promise<void>;
  rows<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
}

const tokensOf = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  user: z.object({ _id: z.string() }),
});
/** Returns the session in an answer that starts one. */
export function opened(answer: LightMyRequestResponse): Tokens {
  const { data } = z.object({ data: tokensOf }).parse(answer.json());
  return { id: data.user._id, accessToken: data.accessToken, refreshToken: data.refreshToken };
}
/** Returns `data` of an answer in this form. */
export function dataOf<S extends z.ZodType>(answer: LightMyRequestResponse, shape: S): z.output<S> {
  return shape.parse(z.object({ success: z.literal(true), data: z.unknown() }).parse(answer.json()).data);
}

/** Returns status codes in ascending order. */
export function statuses(answers: readonly LightMyRequestResponse[]): number[] {
  return answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
}

const open: (() => Promise<void>)[] = [];

/** Starts the application over `db` for the running test. `env` contains settings. */
export async function createPeopleApi(
  db: SqlDatabase,
  options: {
    env?: Record<string, string>;
    start?: number;
    realTime?: boolean;
    sources?: Sources;
    freeBytes?: FreeBytes;
    /** Instead of the usual secret. */
    tokenSecret?: string;
  } = {},
): Promise<PeopleApi> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hopscope-people-'));
  const state = { clock: options.start ?? Date.UTC(2026, 0, 1) };
  const context = createContext({
    config: readConfig({ LOG_LEVEL: 'silent', REGISTRATION: 'open', DATA_DIR: dataDir, ...options.env }),
    db,
    logger: pino({ level: 'silent' }),
    tokenSecret: options.tokenSecret ?? tokenSecret,
    version: '0.0.0',
    ...(options.realTime ? {} : { now: () => state.clock }),
    ...(options.sources && { sources: options.sources }),
    ...(options.freeBytes && { freeBytes: options.freeBytes }),
  });
  // Without the announcements themselves, so that tests see what a process knows of its own changes.
  context.sessionMemory.listening(true);
  const app = await createApp(context);
  open.push(async () => {
    await context.jobs.stop();
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const api: PeopleApi = {
    app,
    context,
    dataDir,
    get clock() {
      return state.clock;
    },
    set clock(time) {
      state.clock = time;
    },
    ask(url, { method, payload, token, headers, ip } = {}) {
      state.clock += 1; // so that later rows have later times
      const request: InjectOptions = {
        method: method ?? 'GET',
        url: `${apiBase}${url}`,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(payload === undefined ? {} : { payload }),
        ...(ip === undefined ? {} : { remoteAddress: ip }),
      };
      return app.inject(request);
    },
    post: (url, payload, more = {}) => api.ask(url, { method: 'POST', payload, ...more }),
    async signUp(email, more = {}) {
      const answer = await api.post('/auth/signup', {
        name: 'Ada',
        surname: 'Tester',
        email,
        password,
        ...more,
      });
      const { user } = dataOf(
        answer,
        z.object({ user: z.object({ _id: z.string(), accessToken: z.string(), refreshToken: z.string() }) }),
      );
      return { id: user._id, accessToken: user.accessToken, refreshToken: user.refreshToken };
    },
    logIn: async (email, secret = password) =>
      opened(await api.post('/auth/login', { email, password: secret })),
    statusWith: async (token) => (await api.ask('/auth/session', { token })).statusCode,
    async mails(to) {
      const { mails } = await context.mail.list({ page: 1, limit: 200 });
      const all = await Promise.all(mails.toReversed().map((mail) => context.mail.get(mail.id)));
      return all
        .filter((mail) => to === undefined || mail.to === to)
        .map((mail) => ({ ...mail, text: mail.text ?? '', html: mail.html ?? '' }));
    },
    async linkTo(email, template) {
      const mail = (await api.mails(email)).filter((each) => each.template === template).at(-1);
      const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
      if (link === undefined) throw new Error(`No link for ${email} in a mail ${template}`);
      return new URL(link);
    },
    work: () => context.jobs.runDue(),
    async rows<Row>(sql: string, params: readonly unknown[] = []) {
      const { rows } = await withSession(db, (session) => session.query<Row>(sql, params));
      context.sessionMemory.forget();
      return rows;
    },
  };
  return api;
}

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
