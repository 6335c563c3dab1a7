import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createZmtpReader, ZmtpError, zmtpGreeting, zmtpReady, zmtpSubscribe } from './zmtp.ts';

/** What a node is asked to tell. */
export type NoticeTopic = 'hashblock' | 'rawtx';

const topics: readonly NoticeTopic[] = ['hashblock', 'rawtx'];
const longestWaitMs = 60_000;
const handshakeMs = 10_000;
const keepAliveMs = 30_000;

/**
 * Listens for a node's notices over ZMQ (a SUB socket) and says which topic it was; what the notice holds is not used, the
 * node is asked. Connects again with growing pauses until the signal ends it. Never throws: without notices the source asks
 * at intervals.
 * @param options.url `tcp://host:port`
 * @param options.onConnected told when a connection stands (true) and when it is gone (false)
 */
export async function listenForNotices(options: {
  url: string;
  onNotice: (topic: NoticeTopic) => void;
  onConnected: (connected: boolean) => void;
  signal: AbortSignal;
  /** First pause after a lost connection. */
  waitMs?: number;
}): Promise<void> {
  const first = options.waitMs ?? 1000;
  let wait = first;
  while (!options.signal.aborted) {
    const opened = await listenOnce(options);
    wait = opened ? first : Math.min(wait * 2, longestWaitMs);
    await sleep(wait, undefined, { signal: options.signal }).catch(() => {});
  }
}

/** One connection until it ends; whether its handshake came to an end. */
function listenOnce(options: Parameters<typeof listenForNotices>[0]): Promise<boolean> {
  const { signal, onNotice, onConnected } = options;
  const { hostname, port } = new URL(options.url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), signal });
    let opened = false;
    const reader = createZmtpReader({
      onReady() {
        opened = true;
        socket.setTimeout(0);
        for (const topic of topics) socket.write(zmtpSubscribe(topic));
        onConnected(true);
      },
      onMessage([name]) {
        const topic = topics.find((known) => name && Buffer.from(name).equals(Buffer.from(known)));
        if (topic) onNotice(topic);
      },
    });
    socket.setKeepAlive(true, keepAliveMs);
    socket.setTimeout(handshakeMs, () => socket.destroy());
    socket.on('connect', () => socket.write(Buffer.concat([zmtpGreeting(), zmtpReady('SUB')])));
    socket.on('data', (chunk) => {
      try {
        reader.push(chunk);
      } catch (error) {
        if (!(error instanceof ZmtpError)) throw error;
        socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (opened) onConnected(false);
      resolve(opened);
    });
  });
}
