import { tmpdir } from 'node:os';
import { readConfig } from '../../../src/config.ts';
import { type Context, createContext } from '../../../src/context.ts';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { createApp } from '../../../src/http/app.ts';
import type { StreamSettings } from '../../../src/contexts/operations/stream/stream.service.ts';
import type { Sources } from '../../../src/sources/sources.ts';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { origin, person, tokenSecret } from '../api/api-client.ts';

/** A listening server with one signed-in person. */
export interface StreamServer {
  readonly context: Context;
  /** Base URL. */
  readonly base: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  clock: number;
  signUp(email: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the application over `db` on a separate port for the running test. The stream polls frequently. `webRoot`: with the web
 * page; `docsRoot`: with the documentation.
 */
export async function startStreamServer(
  db: SqlDatabase,
  options: {
    stream?: StreamSettings;
    sources?: Sources;
    webRoot?: string;
    docsRoot?: string;
    realTime?: true;
  } = {},
): Promise<StreamServer> {
  const state = { clock: Date.UTC(2026, 0, 1) };
  const context = createContext({
    config: readConfig({ LOG_LEVEL: 'silent', REGISTRATION: 'open', DATA_DIR: tmpdir() }),
    db,
    logger: pino({ level: 'silent' }),
    tokenSecret,
    version: '0.0.0',
    ...(options.realTime ? {} : { now: () => state.clock }),
    stream: { ...options.stream, times: { poll: 25, ...options.stream?.times } },
    ...(options.sources && { sources: options.sources }),
  });
  const app = await createApp(context, { webRoot: options.webRoot, docsRoot: options.docsRoot });
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const closing: { done?: Promise<void> } = {};
  const close = (): Promise<void> => (closing.done ??= app.close());
  onTestFinished(close);
  const signUp = async (email: string): Promise<string> =>
    (await context.auth.signup(person(email), origin)).accessToken;
  const token = await signUp('ada@example.org');
  return {
    context,
    base,
    token,
    signUp,
    close,
    get clock() {
      return state.clock;
    },
    set clock(time) {
      state.clock = time;
    },
  };
}
