import { randomUUID } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Logger } from 'pino';
import { type SqlDatabase, withSession } from '../db/session.ts';
import type { SourceAnswer, SourceRequest } from './source-requests.ts';
import type { SourcesState } from './sources.ts';

/** Interval in milliseconds at which a process looks for answers, unless they are announced. */
const lookMs = 250;
/** Seconds after which a state is too old to be shown; it is written more often, even if it doesn't change. */
const longestSeconds = 20;
/** Seconds after which no one waits for an answer any longer. */
const forgottenSeconds = 60;

/** Stores the state of the sources for other processes. */
export async function writeSourcesState(db: SqlDatabase, state: SourcesState): Promise<void> {
  await withSession(db, (session) =>
    session.query(
      `insert into source_state (state, written_at) values ($1, clock_timestamp())
       on conflict (singleton) do update set state = excluded.state, written_at = excluded.written_at`,
      [JSON.stringify(state)],
    ),
  );
}

/** Returns the state that another process stored; undefined if there is none of the last seconds. */
export async function readSourcesState(db: SqlDatabase): Promise<SourcesState | undefined> {
  const { rows } = await withSession(db, (session) =>
    session.query<{ state: SourcesState }>(
      'select state from source_state where written_at > clock_timestamp() - make_interval(secs => $1)',
      [longestSeconds],
    ),
  );
  return rows[0]?.state;
}

/** Sends requests to the process that runs the sources, through the database. */
export function createRequestBox(db: SqlDatabase, logger: Logger) {
  const waiting = new Map<string, (answer: SourceAnswer) => void>();
  let timer: NodeJS.Timeout | undefined;
  let looking = false;

  async function take(): Promise<void> {
    const { rows } = await withSession(db, (session) =>
      session.query<{ id: string; answer: Uint8Array }>(
        'delete from source_request where id = any($1::uuid[]) and answer is not null returning id, answer',
        [[...waiting.keys()]],
      ),
    );
    // Written by this program.
    for (const { id, answer } of rows) waiting.get(id)?.(deserialize(answer) as SourceAnswer);
  }

  async function look(): Promise<void> {
    if (looking || waiting.size === 0) return;
    looking = true;
    await take().catch((error: unknown) =>
      logger.warn({ err: error }, 'answers of the sources were not read'),
    );
    looking = false;
  }

  return {
    /** Returns the answer; undefined if none comes within `longestMs`. Throws database errors. */
    async ask(request: SourceRequest, longestMs: number): Promise<SourceAnswer | undefined> {
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<SourceAnswer | undefined>();
      const late = setTimeout(() => resolve(undefined), longestMs);
      waiting.set(id, resolve);
      timer ??= setInterval(() => void look(), lookMs);
      try {
        await withSession(db, (session) =>
          session.query('insert into source_request (id, request) values ($1, $2)', [id, serialize(request)]),
        );
        return await promise;
      } finally {
        clearTimeout(late);
        waiting.delete(id);
        if (waiting.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      }
    },
    /** Looks for answers. */
    look,
  };
}

/** Answers requests of other processes. A run passes on those that are new, and doesn't wait for their answers. */
export function createAnswerRequests(options: {
  db: SqlDatabase;
  answer(request: SourceRequest): Promise<SourceAnswer>;
  logger: Logger;
}) {
  const { db, answer, logger } = options;
  const begun = new Set<string>();

  async function answerOne(id: string, request: Uint8Array): Promise<void> {
    try {
      // Written by this program.
      const found = await answer(deserialize(request) as SourceRequest);
      await withSession(db, (session) =>
        session.query('update source_request set answer = $2 where id = $1', [id, serialize(found)]),
      );
    } catch (error) {
      logger.warn({ err: error }, 'a request to the sources was not answered');
    } finally {
      begun.delete(id);
    }
  }

  return async (): Promise<void> => {
    const { rows } = await withSession(db, async (session) => {
      await session.query(
        'delete from source_request where created_at < clock_timestamp() - make_interval(secs => $1)',
        [forgottenSeconds],
      );
      return session.query<{ id: string; request: Uint8Array }>(
        'select id, request from source_request where answer is null',
      );
    });
    for (const { id, request } of rows) {
      if (begun.has(id)) continue;
      begun.add(id);
      void answerOne(id, request);
    }
  };
}
