import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A publisher as in a node: ZMTP 3.0 with the NULL mechanism, byte for byte as in RFC 23. */
export interface ZmqPublisher {
  url: string;
  /** Returns the current subscriptions, one entry per connection. */
  topics(): string[];
  /** Sends topic, body, and a sequence number to the topic's subscribers. */
  publish(topic: string, body: Uint8Array): void;
  /** Sends raw bytes to all connections. */
  sendRaw(bytes: Uint8Array): void;
  /** Closes all connections; new ones are accepted. */
  disconnect(): void;
  close(): Promise<void>;
}

interface Subscriber {
  socket: Socket;
  topics: Set<string>;
  sequence: number;
}

const greeting = Buffer.from(
  `ff00000000000000007f0300${Buffer.from('NULL').toString('hex').padEnd(40, '0')}00${'00'.repeat(31)}`,
  'hex',
);
const ready = Buffer.from('04190552454144590b536f636b65742d5479706500000003505542', 'hex');

function frame(more: boolean, body: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head[0] = more ? 3 : 2;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  if (body.length > 255) return Buffer.concat([head, body]);
  return Buffer.concat([Uint8Array.of(more ? 1 : 0, body.length), body]);
}

/** Reads greeting, READY, and subscriptions, all of them short frames. */
function listenTo(subscriber: Subscriber): void {
  const { socket, topics } = subscriber;
  let buffered = Buffer.alloc(0);
  let greeted = false;
  socket.on('data', (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    if (!greeted && buffered.length >= 64) {
      greeted = true;
      buffered = buffered.subarray(64);
      socket.write(ready);
    }
    if (!greeted) return;
    while (buffered.length >= 2 && buffered.length >= 2 + (buffered[1] ?? 0)) {
      const end = 2 + (buffered[1] ?? 0);
      const [flags, body] = [buffered[0] ?? 0, buffered.subarray(2, end)];
      if ((flags & 4) === 0 && body[0] === 1) topics.add(body.subarray(1).toString());
      buffered = buffered.subarray(end);
    }
  });
}

export async function openZmqPublisher(): Promise<ZmqPublisher> {
  const subscribers = new Set<Subscriber>();
  const server = createServer((socket) => {
    const subscriber: Subscriber = { socket, topics: new Set(), sequence: 0 };
    subscribers.add(subscriber);
    socket.on('close', () => subscribers.delete(subscriber));
    socket.on('error', () => {});
    socket.write(greeting);
    listenTo(subscriber);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const disconnect = (): void => {
    for (const { socket } of subscribers) socket.destroy();
  };
  return {
    url: `tcp://127.0.0.1:${port}`,
    topics: () => [...subscribers].flatMap(({ topics }) => [...topics]),
    publish(topic, body) {
      for (const subscriber of subscribers) {
        if (!subscriber.topics.has(topic)) continue;
        const count = Buffer.alloc(4);
        count.writeUInt32LE(subscriber.sequence++);
        subscriber.socket.write(
          Buffer.concat([frame(true, Buffer.from(topic)), frame(true, body), frame(false, count)]),
        );
      }
    },
    sendRaw(bytes) {
      for (const { socket } of subscribers) socket.write(bytes);
    },
    disconnect,
    async close() {
      disconnect();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
