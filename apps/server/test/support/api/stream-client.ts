import { request } from 'node:http';
import { apiBase, type StreamMessageType, streamMessages } from '@hopscope/contract';
import { z } from 'zod';

/** A received message. */
export interface Arrived {
  id: string | undefined;
  type: string;
  data: Record<string, unknown>;
}

export interface StreamReader {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly messages: Arrived[];
  /** Returns the number of received comments. */
  readonly beats: () => number;
  /** Returns the newest received ID, with or without a message. */
  readonly lastId: () => string | undefined;
  /** Returns the response body if there was no stream. */
  readonly body: () => string;
  readonly ended: Promise<void>;
  /** Stops reading without closing. */
  pause(): void;
  resume(): void;
  close(): void;
}

const shapes: Record<string, z.ZodType> = streamMessages;
const record = z.record(z.string(), z.unknown());

/** Opens the stream of a server and stores received messages; each must match the contract. */
export function readStream(
  base: string,
  options: {
    token: string;
    addresses?: readonly string[];
    cursor?: string;
    headers?: Record<string, string>;
    /** Called after each message; true closes the connection at once, discarding received but unread data. */
    until?: (message: Arrived, count: number) => boolean;
  },
): Promise<StreamReader> {
  const query = new URLSearchParams();
  if (options.addresses) query.set('addresses', options.addresses.join(','));
  const { promise, resolve, reject } = Promise.withResolvers<StreamReader>();
  const outgoing = request(`${base}${apiBase}/stream?${query.toString()}`, {
    agent: false,
    headers: {
      authorization: `Bearer ${options.token}`,
      ...(options.cursor !== undefined && { 'last-event-id': options.cursor }),
      ...options.headers,
    },
  });
  outgoing.on('error', reject);
  outgoing.on('response', (answer) => {
    const messages: Arrived[] = [];
    const seen = { beats: 0, lastId: options.cursor, open: '', body: '' };
    const over = Promise.withResolvers<void>();
    const stop = (): void => {
      answer.removeAllListeners('data');
      outgoing.destroy();
    };
    const take = (block: string): boolean => {
      const fields = block.split('\n').map((line) => /^([^:]*): ?(.*)$/.exec(line) ?? ['', '', '']);
      const value = (name: string): string | undefined => fields.find(([, key]) => key === name)?.[2];
      if (block.startsWith(':')) seen.beats++;
      const id = value('id');
      if (id !== undefined) seen.lastId = id;
      const data = value('data');
      if (data === undefined) return false;
      const type = value('event') ?? 'message';
      const parsed = record.parse(JSON.parse(data));
      shapes[type as StreamMessageType]?.parse(parsed);
      const message = { id, type, data: parsed };
      messages.push(message);
      return options.until?.(message, messages.length) ?? false;
    };
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => {
      seen.body += answer.statusCode === 200 ? '' : text;
      const blocks = (seen.open + text).split('\n\n');
      seen.open = blocks.pop() ?? '';
      if (answer.statusCode === 200 && blocks.some(take)) stop();
    });
    answer.on('error', () => {});
    answer.on('close', () => over.resolve());
    resolve({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      messages,
      beats: () => seen.beats,
      lastId: () => seen.lastId,
      body: () => seen.body,
      ended: over.promise,
      pause: () => answer.pause(),
      resume: () => answer.resume(),
      close: stop,
    });
  });
  outgoing.end();
  return promise;
}
