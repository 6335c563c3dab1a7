import type { StreamMessage } from '@hopscope/contract';
import type { Logger } from 'pino';
import { AppError } from '../../../lib/app-error.ts';
import type { EventStream } from '../../../lib/event-stream.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { LedgerEvent } from '../../../ledger/shared/events.ts';
import type { Actor } from '../../identity/auth/auth.service.ts';
import type { Health } from '../health/health.service.ts';
import { cursorOnly, messageText } from './event-messages.ts';
import type { LedgerFeed } from './ledger-feed.ts';
import { parseCursor } from './stream-cursor.ts';
import { createStreamHub, type HubLimits } from './stream-hub.ts';
import { parseSubscription } from './subscription.ts';

interface StreamLimits extends HubLimits {
  /** Most streams per person, and in total. */
  readonly perPerson: number;
  readonly total: number;
}

/** Intervals in milliseconds. */
interface StreamTimes {
  readonly poll: number;
  readonly heartbeat: number;
  readonly sessions: number;
}

/** Overrides of the stream's defaults. */
export interface StreamSettings {
  /** Decides who may see an event; default: `maySeeEvent`. */
  readonly maySee?: (event: LedgerEvent, actor: Actor) => boolean;
  readonly limits?: Partial<StreamLimits>;
  readonly times?: Partial<StreamTimes>;
}

const usualLimits: StreamLimits = {
  perPerson: 20,
  total: 5_000,
  waitingBytes: 1_000_000,
  catchUpBytes: 64_000,
};
const usualTimes: StreamTimes = { poll: 1_000, heartbeat: 15_000, sessions: 30_000 };

/** Milliseconds after which a browser's EventSource reconnects. */
const retryHint = 'retry: 2000\n\n';

/** Events of the chains are for all signed-in people; events of an organization only for its members. */
function maySeeEvent(event: LedgerEvent): boolean {
  switch (event.kind) {
    case 'blocks':
    case 'reorganization':
    case 'unconfirmed':
      return true;
  }
}

interface OpenStream {
  readonly actor: Actor;
  readonly stream: EventStream;
}

/**
 * Serves the event stream. Polls on `nudge` and, while there are clients, every second, because commands and threads write
 * from other processes. Idle without clients.
 */
export function createStream(
  options: StreamSettings & {
    feed: LedgerFeed;
    /** The network of valid addresses. */
    network: () => Promise<NetworkName>;
    health: Pick<Health, 'reports' | 'phases'>;
    sessions: { stillOpen(ids: readonly string[]): Promise<Set<string>> };
    isMember: (organizationId: string, userId: string) => Promise<boolean>;
    logger: Logger;
    now: () => number;
  },
) {
  const { feed, network, health, sessions, isMember, logger, now } = options;
  const limits = { ...usualLimits, ...options.limits };
  const times = { ...usualTimes, ...options.times };
  const hub = createStreamHub<Actor>({ feed, maySee: options.maySee ?? maySeeEvent, limits });
  const open = new Set<OpenStream>();
  /** Number of streams by person, including those that are being opened. */
  const reserved = new Map<string, number>();
  const sources = { phases: '', text: '' };
  let timers: NodeJS.Timeout[] = [];
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;

  function reserve(userId: string): void {
    const own = reserved.get(userId) ?? 0;
    const all = [...reserved.values()].reduce((sum, count) => sum + count, 0);
    if (closed || all >= limits.total) {
      throw new AppError('unavailable', 'The server has reached its limit of streams. Try again later.');
    }
    if (own >= limits.perPerson) {
      const message = `You have ${limits.perPerson} open streams. Close one first.`;
      throw new AppError('too_many_requests', message, { details: { retryAfterSeconds: 10 } });
    }
    reserved.set(userId, own + 1);
  }

  function release(userId: string): void {
    const own = reserved.get(userId) ?? 0;
    if (own > 1) reserved.set(userId, own - 1);
    else reserved.delete(userId);
  }

  /** Sends the states of the sources if they have changed. */
  async function publishSources(moved: boolean): Promise<void> {
    const phases = health.phases();
    if (!moved && phases === sources.phases) return;
    const text = messageText('sources', await health.reports());
    sources.phases = phases;
    if (text === sources.text) return;
    sources.text = text;
    await hub.broadcast(text);
  }

  async function look(): Promise<void> {
    try {
      let moved = false;
      // Each step but the last sends something; a closed hub has no clients.
      while (await hub.step()) moved = true;
      if (!closed) await publishSources(moved);
    } catch (error) {
      if (!closed) logger.warn({ err: error }, 'the stream cannot read events');
    }
  }

  /** Starts a poll; repeats it if called during a poll. */
  function nudge(): void {
    if (closed || hub.size() === 0) return;
    again = true;
    running ??= (async () => {
      while (again) {
        again = false;
        await look();
      }
    })().finally(() => {
      running = undefined;
    });
  }

  function endExpired(): void {
    const time = now();
    for (const { actor, stream } of open) if (actor.tokenEndsAt <= time) stream.end();
  }

  async function endSignedOut(): Promise<void> {
    try {
      const still = await sessions.stillOpen([...new Set([...open].map(({ actor }) => actor.sessionId))]);
      for (const { actor, stream } of open) if (!still.has(actor.sessionId)) stream.end();
    } catch (error) {
      if (!closed) logger.warn({ err: error }, 'the sessions of streams could not be checked');
    }
  }

  async function publishToMembers(organizationId: string, text: string): Promise<void> {
    const members = new Set<string>();
    for (const userId of new Set([...open].map(({ actor }) => actor.user._id))) {
      if (await isMember(organizationId, userId)) members.add(userId);
    }
    if (members.size === 0 || closed) return;
    await hub.broadcast(text, ({ user }) => members.has(user._id));
  }

  function startTimers(): void {
    if (timers.length > 0) return;
    const poll = (): void => {
      endExpired();
      nudge();
    };
    timers = [
      setInterval(poll, times.poll),
      setInterval(() => void hub.beat(), times.heartbeat),
      setInterval(() => void endSignedOut(), times.sessions),
    ];
  }

  function forget(entry: OpenStream, remove: () => void): void {
    remove();
    open.delete(entry);
    release(entry.actor.user._id);
    if (open.size > 0) return;
    for (const timer of timers.splice(0)) clearInterval(timer);
  }

  return {
    /**
     * Prepares a stream for a person; the returned function starts it. Throws 400 for invalid addresses or cursor, 429 if
     * the person has too many streams, and 503 if the server has.
     */
    async open(
      actor: Actor,
      asked: { addresses?: string | undefined; cursor?: string | undefined },
    ): Promise<(stream: EventStream) => void> {
      const given = asked.cursor === undefined ? undefined : parseCursor(asked.cursor);
      const followed = parseSubscription(asked.addresses, await network());
      const cursor = given ?? { position: (await feed.bounds()).newest, sent: undefined };
      const first = messageText('sources', await health.reports());
      reserve(actor.user._id);
      return (stream) => {
        stream.send(retryHint);
        if (!given) stream.send(cursorOnly(cursor.position));
        stream.send(first);
        const entry = { actor, stream };
        open.add(entry);
        const remove = hub.add({ viewer: actor, followed, output: stream }, cursor);
        startTimers();
        stream.onClose(() => forget(entry, remove));
        nudge();
      };
    },
    nudge,
    /** Notifies connected members of an organization that its transaction list changed. */
    publishScreened: (organizationId: string): Promise<void> =>
      publishToMembers(organizationId, messageText('compliance', { organizationId })),
    /** Notifies connected members of an organization that a case was opened or changed. */
    publishCaseChange: (change: StreamMessage<'cases'>): Promise<void> =>
      publishToMembers(change.organizationId, messageText('cases', change)),
    /** Tells all clients that they may have missed messages. */
    async publishReset(): Promise<void> {
      if (!closed && open.size > 0) await hub.broadcast(messageText('reset', {}));
    },
    /** Returns the numbers of streams and messages, for the metrics. */
    figures: () => ({ open: open.size, ...hub.sent() }),
    /** Ends all streams and refuses new ones. */
    async close(): Promise<void> {
      closed = true;
      for (const timer of timers.splice(0)) clearInterval(timer);
      hub.clear();
      for (const { stream } of open) stream.cut();
      await running;
    },
  };
}

export type Stream = ReturnType<typeof createStream>;
