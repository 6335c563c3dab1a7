import { type Child, startChild } from './child.ts';
import type { ClientAnswer, ClientOrder } from './client-child.ts';
import type { Place } from './places.ts';
import { requestJson } from './request-json.ts';
import type { ServerAnswer, ServerOrder } from './server-child.ts';

const orderSeconds = 60;

/** The server in one process, its clients in another. */
export interface ServedLedger {
  /** The answer to one GET, not measured. */
  get(path: string): Promise<unknown>;
  /** Sends requests and tells how they went and how late the server's event loop was meanwhile. */
  send(
    requests: ClientOrder['requests'],
    clients: number,
  ): Promise<ClientAnswer & { loopDelayP99: number; loopDelayMax: number }>;
}

/** Runs `work` against a server over a loaded ledger, with somebody signed in. */
export async function withServer<T>(place: Place, work: (served: ServedLedger) => Promise<T>): Promise<T> {
  const server: Child<ServerOrder, ServerAnswer> = startChild(new URL('./server-child.ts', import.meta.url));
  const client: Child<ClientOrder, ClientAnswer> = startChild(new URL('./client-child.ts', import.meta.url));
  try {
    const { dataDir, databaseUrl } = place;
    const started = await server.ask({ kind: 'start', dataDir, databaseUrl }, orderSeconds);
    if (started.kind !== 'start') throw new TypeError('Not the answer to the order');
    const { url, token } = started;
    return await work({
      get: (path) => requestJson(url, { path, token }),
      async send(requests, clients) {
        await server.ask({ kind: 'watch' }, orderSeconds);
        const answer = await client.ask({ url, token, requests, clients }, 300);
        const delay = await server.ask({ kind: 'delay' }, orderSeconds);
        if (delay.kind !== 'delay') throw new TypeError('Not the answer to the order');
        return { ...answer, loopDelayP99: delay.p99, loopDelayMax: delay.max };
      },
    });
  } finally {
    await client.end();
    await server.end();
  }
}
