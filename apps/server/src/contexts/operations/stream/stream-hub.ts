import type { Blockchain } from '@hopscope/contract';
import { setImmediate as breathe } from 'node:timers/promises';
import type { LedgerEvent, NumberedEvent } from '../../../ledger/shared/events.ts';
import { cursorOnly, mainOf, messageText, type PreparedMessage, textFor, touchOf } from './event-messages.ts';
import type { LedgerFeed } from './ledger-feed.ts';
import type { StreamCursor } from './stream-cursor.ts';
import type { FollowedAddress, Subscription } from './subscription.ts';

/** Output of the hub. */
export interface StreamOutput {
  send(text: string): void;
  /** Returns bytes that were sent but not read yet. */
  waiting(): number;
  cut(): void;
}

/** A client of the stream. */
export interface StreamClient<Viewer> {
  readonly viewer: Viewer;
  readonly followed: Subscription;
  readonly output: StreamOutput;
}

export interface HubLimits {
  /** Unread bytes above which a client is disconnected; it reconnects with its cursor. */
  readonly waitingBytes: number;
  /** Unread bytes above which sending to a client that catches up pauses. */
  readonly catchUpBytes: number;
}

interface ConnectedClient<Viewer> extends StreamClient<Viewer> {
  position: number;
  sent: string | undefined;
  /** The newest number sent as an ID. */
  lastSent: number;
}

const batch = { front: 500, behind: 100 };
/** Clients served before the event loop gets its turn. */
const atOnce = 100;

/**
 * Sends events to clients in order, each exactly once. Every client has its own position, and the same step serves current
 * clients and those that catch up, grouped by position. Events are read and resolved once per group. `maySee` decides for
 * every client whether to send an event.
 */
export function createStreamHub<Viewer>(options: {
  feed: LedgerFeed;
  maySee: (event: LedgerEvent, viewer: Viewer) => boolean;
  limits: HubLimits;
}) {
  const { feed, maySee, limits } = options;
  const clients = new Set<ConnectedClient<Viewer>>();
  const sent = { messages: 0, cut: 0, resets: 0 };

  function send(client: ConnectedClient<Viewer>, text: string): void {
    client.output.send(text);
    if (client.output.waiting() <= limits.waitingBytes) return;
    sent.cut++;
    clients.delete(client);
    client.output.cut();
  }

  /** Serves all clients, including new ones; the event loop gets its turn in between. */
  async function each(serve: (client: ConnectedClient<Viewer>) => void): Promise<void> {
    let served = 0;
    for (const client of clients) {
      if (++served % atOnce === 0) await breathe();
      if (clients.has(client)) serve(client);
    }
  }

  function reset(client: ConnectedClient<Viewer>, newest: number): void {
    sent.resets++;
    Object.assign(client, { position: newest, sent: undefined, lastSent: newest });
    send(client, `id: ${newest}\n${messageText('reset', {})}`);
  }

  async function broadcast(
    numbered: NumberedEvent,
    group: readonly ConnectedClient<Viewer>[],
  ): Promise<void> {
    const { id, event } = numbered;
    const audience = group.filter((client) => clients.has(client) && client.position < id);
    const hearing = audience.filter(({ viewer }) => maySee(event, viewer));
    const prepared = hearing.length === 0 ? nothing : await prepare(numbered, hearing, feed);
    let served = 0;
    for (const client of audience) {
      if (++served % atOnce === 0) await breathe();
      if (!clients.has(client)) continue;
      const messages = hearing.length > 0 && maySee(event, client.viewer) ? prepared(client.followed) : [];
      const text = textFor(id, messages, client.position === id - 1 ? client.sent : undefined);
      client.position = id;
      client.sent = undefined;
      if (text === '') continue;
      client.lastSent = id;
      sent.messages++;
      send(client, text);
    }
  }

  /** Advances a group by at most `count` events of the one that is furthest behind. */
  async function advance(group: readonly ConnectedClient<Viewer>[], count: number): Promise<boolean> {
    if (group.length === 0) return false;
    const { before, newest } = await feed.bounds();
    for (const client of group) {
      if (client.position < before || client.position > newest) reset(client, newest);
    }
    const from = lowest(group);
    if (from >= newest) return false;
    const events = await feed.after(from, count);
    for (const event of events) await broadcast(event, group);
    return events.length > 0;
  }

  return {
    /** Adds a client that has received everything up to `cursor`. Returns a function that removes it. */
    add(client: StreamClient<Viewer>, cursor: StreamCursor): () => void {
      const connected: ConnectedClient<Viewer> = { ...client, ...cursor, lastSent: cursor.position };
      clients.add(connected);
      return () => void clients.delete(connected);
    },
    /** Sends pending events; returns true if there may be more. Not reentrant. */
    async step(): Promise<boolean> {
      const front = [...clients].reduce((highest, { position }) => Math.max(highest, position), 0);
      const inFront = [...clients].filter(({ position }) => position === front);
      const moved = await advance(inFront, batch.front);
      const behind = [...clients].filter(
        ({ position, output }) => position < front && output.waiting() <= limits.catchUpBytes,
      );
      return (await advance(behind, batch.behind)) || moved;
    },
    /** Sends a heartbeat, with the client's position if it advanced past events that weren't for it. */
    beat: () =>
      each((client) => {
        const passed = client.sent === undefined && client.position > client.lastSent;
        if (passed) client.lastSent = client.position;
        send(client, passed ? cursorOnly(client.position) : ':\n\n');
      }),
    /** Sends the same text to all permitted clients. */
    broadcast: (text: string, hears: (viewer: Viewer) => boolean = () => true) =>
      each((client) => {
        if (hears(client.viewer)) send(client, text);
      }),
    /** Removes all clients. */
    clear: () => clients.clear(),
    size: () => clients.size,
    sent: (): Readonly<typeof sent> => sent,
  };
}

type MessagesFor = (followed: Subscription) => PreparedMessage[];
const nothing: MessagesFor = () => [];

function lowest(group: readonly { position: number }[]): number {
  return group.reduce((least, { position }) => Math.min(least, position), Number.MAX_SAFE_INTEGER);
}

/** Resolves an event for all recipients, so that their messages need no further query. */
async function prepare(
  numbered: NumberedEvent,
  hearing: readonly { followed: Subscription }[],
  feed: LedgerFeed,
): Promise<MessagesFor> {
  const chain: Blockchain = numbered.event.blockchain;
  const union = new Map<string, FollowedAddress>();
  for (const { followed } of hearing) for (const [name, address] of followed[chain]) union.set(name, address);
  const { tip, affected: touched } = await feed.effects(numbered.event, union);
  const main = mainOf(numbered, tip);
  const touches = new Map<string, PreparedMessage>();
  for (const [name, block] of touched) {
    const address = union.get(name);
    if (address) touches.set(name, touchOf(numbered, address, block));
  }
  return (followed) => {
    const own = [...followed[chain].keys()].flatMap((name) => touches.get(name) ?? []);
    return main ? [main, ...own] : own;
  };
}
