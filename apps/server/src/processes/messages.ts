import type { Logger } from 'pino';
import { type SqlDatabase, withSession } from '../db/session.ts';

/** Channel of the database on which processes announce to each other what their clients should see at once. */
export const messageChannel = 'processes';

/** More can't be announced (PostgreSQL, NOTIFY: below 8000 bytes). */
const longestMessage = 7900;

interface Envelope {
  readonly from: string;
  /** Undefined: the message was too long to be sent. */
  readonly kind?: string;
  readonly data?: unknown;
}

/**
 * Messages to the other processes of the database. They are hints, and can be lost with the connection: what they are about is
 * in the database.
 */
export interface ProcessMessages {
  /**
   * Receives messages of one kind from the other processes. Returns a function that sends one (JSON) to them, soon; it never
   * throws.
   */
  channel<T>(kind: string, receive: (data: T) => Promise<void> | void): (data: T) => void;
  /** Called when messages may have been missed. */
  onMissed(listener: () => void): void;
  /** Takes what arrives on `messageChannel`. */
  receive(text: string): void;
  /** Messages may have been missed. */
  missed(): void;
}

/** Where there is only one process. */
export const noMessages: ProcessMessages = {
  channel: () => () => {},
  onMissed: () => {},
  receive: () => {},
  missed: () => {},
};

/** Creates the messages of a process. */
export function createProcessMessages({
  db,
  processId,
  logger,
}: {
  db: SqlDatabase;
  processId: string;
  logger: Logger;
}): ProcessMessages {
  const receivers = new Map<string, (data: unknown) => Promise<void> | void>();
  const missedListeners: (() => void)[] = [];
  const missed = (): void => {
    for (const listener of missedListeners) listener();
  };

  async function post(text: string): Promise<void> {
    await withSession(db, (session) =>
      session.query('select pg_notify($1, $2)', [messageChannel, text]),
    ).catch((error: unknown) => logger.warn({ err: error }, 'a message to other processes was lost'));
  }

  return {
    channel<T>(kind: string, receive: (data: T) => Promise<void> | void) {
      // Both sides are of this program.
      receivers.set(kind, (data) => receive(data as T));
      return (data: T) => {
        const envelope: Envelope = { from: processId, kind, data };
        const text = JSON.stringify(envelope);
        const tooLong: Envelope = { from: processId };
        void post(Buffer.byteLength(text) > longestMessage ? JSON.stringify(tooLong) : text);
      };
    },
    onMissed: (listener) => void missedListeners.push(listener),
    receive(text) {
      const { from, kind, data } = JSON.parse(text) as Envelope;
      if (from === processId) return;
      if (kind === undefined) return missed();
      Promise.resolve(receivers.get(kind)?.(data)).catch((error: unknown) =>
        logger.warn({ err: error, kind }, 'a message of another process could not be passed on'),
      );
    },
    missed,
  };
}
