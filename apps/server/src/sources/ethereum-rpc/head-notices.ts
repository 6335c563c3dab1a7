import { setTimeout as sleep } from 'node:timers/promises';

const longestWaitMs = 60_000;
const longestMessage = 1_000_000;

/**
 * Listens for `newHeads` of a node over a WebSocket and calls `onHead` for each; the content is ignored, because the source
 * requests the blocks. Reconnects with growing pauses until the signal aborts. Never throws: without notices, the source
 * polls.
 */
export async function listenForHeads(options: {
  url: string;
  onHead: () => void;
  signal: AbortSignal;
}): Promise<void> {
  let wait = 1000;
  while (!options.signal.aborted) {
    const opened = await listenOnce(options);
    wait = opened ? 1000 : Math.min(wait * 2, longestWaitMs);
    await sleep(wait, undefined, { signal: options.signal }).catch(() => {});
  }
}

/** Runs one connection until it ends; resolves with whether it was opened. */
function listenOnce({ url, onHead, signal }: Parameters<typeof listenForHeads>[0]): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    let opened = false;
    const close = (): void => socket.close();
    signal.addEventListener('abort', close, { once: true });
    socket.addEventListener('open', () => {
      opened = true;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }));
    });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && data.length < longestMessage && data.includes('"eth_subscription"')) {
        onHead();
      }
    });
    socket.addEventListener('close', () => {
      signal.removeEventListener('abort', close);
      resolve(opened);
    });
  });
}
