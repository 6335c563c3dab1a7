import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { apiBase, openStream } from '@hopscope/contract';
import { obey } from './child-side.ts';

export type StreamClientOrder =
  /** Opens a stream for each, over its own connection. */
  | { kind: 'open'; url: string; streams: readonly { token: string; addresses: readonly string[] }[] }
  /** Waits until every client has `messages` more messages with an ID, or until `seconds` have passed. */
  | { kind: 'wait'; messages: number; seconds: number };

export type StreamClientAnswer =
  | { kind: 'open' }
  /** Milliseconds since 1970 of the first and the last message; missing and duplicate messages. */
  | { kind: 'wait'; first: number; last: number; lost: number; doubled: number };

interface Client {
  readonly ids: Set<string>;
  /** Messages of earlier rounds. */
  settled: number;
  doubled: number;
}

const clients: Client[] = [];
const seen = { messages: 0, first: 0, last: 0 };

/** The server writes a chunk of the response at once; it contains no CR. */
const chunk = /[0-9a-f]+\r\n([^\r]*)\r\n/gy;
const message = /(?:^|\n)id: ([^\n]+)\nevent: (blocks|reorganization|address|reset)\n/g;

function take(client: Client, text: string): void {
  for (const [, id = ''] of text.matchAll(message)) {
    if (client.ids.has(id)) client.doubled++;
    else seen.messages++;
    client.ids.add(id);
    seen.last = Date.now();
    seen.first ||= seen.last;
  }
}

/** Parses the bytes of a response as they arrive. */
function reader(client: Client): (bytes: Buffer) => boolean {
  let waiting = '';
  let begun = false;
  return (bytes) => {
    waiting += bytes.toString('latin1');
    if (!begun) {
      const end = waiting.indexOf('\r\n\r\n');
      if (end < 0) return false;
      if (!waiting.startsWith('HTTP/1.1 200 '))
        throw new Error(`A stream was refused: ${waiting.slice(0, 300)}`);
      waiting = waiting.slice(end + 4);
      begun = true;
    }
    chunk.lastIndex = 0;
    let read = 0;
    for (let found = chunk.exec(waiting); found; found = chunk.exec(waiting)) {
      take(client, found[1] ?? '');
      read = chunk.lastIndex;
    }
    waiting = waiting.slice(read);
    return true;
  };
}

async function open(url: string, token: string, addresses: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const client: Client = { ids: new Set(), settled: 0, doubled: 0 };
  clients.push(client);
  const read = reader(client);
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      try {
        if (read(bytes)) resolve();
      } catch (error) {
        reject(error);
      }
    });
    socket.write(
      `GET ${apiBase}${openStream.path}?addresses=${addresses.join(',')} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
  });
}

async function wait(messages: number, seconds: number): Promise<StreamClientAnswer> {
  const until = Date.now() + seconds * 1000;
  while (seen.messages < clients.length * messages && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  let [lost, doubled] = [0, 0];
  for (const client of clients) {
    lost += Math.max(0, messages - (client.ids.size - client.settled));
    doubled += client.doubled;
    client.settled = client.ids.size;
    client.doubled = 0;
  }
  const { first, last } = seen;
  Object.assign(seen, { messages: 0, first: 0, last: 0 });
  return { kind: 'wait', first, last, lost, doubled };
}

obey<{ order: StreamClientOrder; answer: StreamClientAnswer }>(async (order) => {
  if (order.kind === 'wait') return wait(order.messages, order.seconds);
  for (const { token, addresses } of order.streams) await open(order.url, token, addresses);
  return { kind: 'open' };
});
