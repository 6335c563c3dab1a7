import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createZmtpReader, ZmtpError, zmtpGreeting, zmtpReady, zmtpSubscribe } from './zmtp.ts';

/** Topics that are subscribed to at a node. */
export type NoticeTopic = 'hashblock' | 'rawtx';

const topics: readonly NoticeTopic[] = ['hashblock', 'rawtx'];
const longestWaitMs = 60_000;
const handshakeMs = 10_000;
const keepAliveMs = 30_000;

/**
 * Listens for a node's notices over ZMQ (a SUB socket) and reports their topic; the content is ignored, because the source
 * asks the node. Reconnects with growing pauses until the signal aborts. Never throws: without notices, the source polls.
 * @param options.url `tcp://host:port`
 * @param options.onConnected called when a connection is established (true) and when it is lost (false)
 */
export async function listenForNotices(options: {
  url: string;
  onNotice: (topic: NoticeTopic) => void;
  onConnected: (connected: boolean) => void;
  signal: AbortSignal;
  /** First pause after a lost connection, in milliseconds. */
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

/** Runs one connection until it ends; resolves with whether its handshake completed. */
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
