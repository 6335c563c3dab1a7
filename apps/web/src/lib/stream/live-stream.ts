import { openStream, type StreamMessage, type StreamMessageType, streamMessages } from '@hopscope/contract';
import { urlOf } from '../api/request.ts';
import { createEventParser, type ServerSentEvent } from './event-parser.ts';

/** `off`: no one is signed in, or the page is hidden; `offline`: several attempts have failed. */
export type LiveState = 'off' | 'connecting' | 'live' | 'reconnecting' | 'offline';

/** A message with its type. */
export type LiveMessage = {
  [Type in StreamMessageType]: { type: Type; data: StreamMessage<Type> };
}[StreamMessageType];

/** The page's single connection to the event stream. */
export interface LiveStream {
  state: () => LiveState;
  /** Registers a listener of state changes. */
  subscribe: (listener: () => void) => () => void;
  onMessage: (listener: (message: LiveMessage) => void) => () => void;
  /** Follows an address, in canonical form, until the returned function is called. */
  follow: (address: string) => () => void;
  /** Connects while wanted; remembers where to resume. */
  want: (wanted: boolean) => void;
}

/**
 * Time in milliseconds without data after which the connection is considered lost. The server sends a heartbeat every 15 seconds.
 */
const silenceMs = 40_000;
const longestWaitMs = 30_000;
const offlineAfter = 3;

function isType(type: string): type is StreamMessageType {
  return type in streamMessages;
}

/** Returns the message of an event; undefined for a type unknown to this version of the page. */
function messageOf({ type, data }: ServerSentEvent): LiveMessage | undefined {
  if (!isType(type)) return undefined;
  try {
    const parsed = streamMessages[type].safeParse(JSON.parse(data));
    // Validated by the schema of the type.
    return parsed.success ? ({ type, data: parsed.data } as LiveMessage) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the delay before an attempt in milliseconds: 0, then 1, 2, 4 … seconds, plus up to half of it at random, so that pages
 * don't reconnect all at once.
 */
export function waitBefore(failures: number, random: () => number): number {
  if (failures === 0) return 0;
  return Math.min(longestWaitMs, 1000 * 2 ** (failures - 1)) * (1 + random() / 2);
}

export function createLiveStream(deps: {
  fetch: typeof fetch;
  /** Returns the current access token; null without a session. */
  token: () => string | null;
  /** Returns a token newer than the expired one; null if the session has ended. */
  renew: (expired: string) => Promise<string | null>;
  random: () => number;
}): LiveStream {
  const listeners = new Set<() => void>();
  const receivers = new Set<(message: LiveMessage) => void>();
  const followed = new Map<string, number>();
  let state: LiveState = 'off';
  let cursor: string | undefined;
  let wanted = false;
  let connection: AbortController | undefined;

  function become(next: LiveState): void {
    if (state === next) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function ask(token: string, signal: AbortSignal): Promise<Response> {
    const addresses = [...followed.keys()].join(',');
    const query = { ...(addresses !== '' && { addresses }), ...(cursor !== undefined && { cursor }) };
    return deps.fetch(urlOf(openStream.path, { query }), {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal,
    });
  }

  /** Reads until the connection ends; returns whether it was ever live. */
  async function attempt(own: AbortController): Promise<boolean> {
    const token = deps.token();
    if (token === null) return false;
    let answer = await ask(token, own.signal);
    if (answer.status === 401) {
      const renewed = await deps.renew(token);
      if (renewed === null) return false;
      answer = await ask(renewed, own.signal);
    }
    // The server refused the cursor: drop it.
    if (answer.status === 400) cursor = undefined;
    if (!answer.ok || !answer.body) return false;
    become('live');
    await read(answer.body, own);
    return true;
  }

  async function read(body: ReadableStream<Uint8Array>, own: AbortController): Promise<void> {
    const parser = createEventParser();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), silenceMs);
    };
    const reader = body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader();
    try {
      for (;;) {
        alive();
        const { done, value } = await reader.read();
        if (done || own.signal.aborted) return;
        const events = parser.push(value);
        cursor = parser.lastId() ?? cursor;
        for (const event of events) dispatch(event);
      }
    } finally {
      clearTimeout(silence);
    }
  }

  function dispatch(event: ServerSentEvent): void {
    const message = messageOf(event);
    if (message) for (const receiver of receivers) receiver(message);
  }

  async function run(own: AbortController): Promise<void> {
    let failures = 0;
    while (!own.signal.aborted) {
      const wait = waitBefore(failures, deps.random);
      if (wait > 0) await pause(wait, own.signal);
      if (own.signal.aborted) return;
      const one = new AbortController();
      const pass = (): void => one.abort();
      own.signal.addEventListener('abort', pass);
      const lived = await attempt(one).catch(() => state === 'live');
      own.signal.removeEventListener('abort', pass);
      if (own.signal.aborted) return;
      failures = lived ? 1 : failures + 1;
      become(failures >= offlineAfter ? 'offline' : 'reconnecting');
    }
  }

  function connect(): void {
    connection?.abort();
    connection = undefined;
    if (!wanted) return become('off');
    connection = new AbortController();
    if (state === 'off') become('connecting');
    void run(connection);
  }

  /** Batches changes: several addresses are added and removed when a page changes. */
  let reconnecting = false;
  function reconnectSoon(): void {
    if (reconnecting || !wanted) return;
    reconnecting = true;
    setTimeout(() => {
      reconnecting = false;
      connect();
    }, 50);
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onMessage(receiver) {
      receivers.add(receiver);
      return () => receivers.delete(receiver);
    },
    follow(address) {
      const count = followed.get(address) ?? 0;
      followed.set(address, count + 1);
      if (count === 0) reconnectSoon();
      return () => {
        const left = (followed.get(address) ?? 1) - 1;
        if (left > 0) followed.set(address, left);
        else followed.delete(address);
      };
    },
    want(now) {
      if (now === wanted) return;
      wanted = now;
      connect();
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
