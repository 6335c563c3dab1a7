import { type Child, startChild } from '../children/child.ts';
import type { ClientAnswer, ClientOrder } from '../children/client-child.ts';
import type { BenchLedger } from './free-slots.ts';
import { requestJson } from './request-json.ts';
import { scriptEnvironment, scriptFlags } from './script-flags.ts';
import { signUp } from './sign-up.ts';
import type { LoopDelay, ServerAnswer, ServerOrder } from '../children/server-child.ts';

const orderSeconds = 60;

/** The server in one process and its clients in another. */
export interface ServedLedger {
  readonly url: string;
  /** Token of a signed-in person. */
  readonly token: string;
  /** Process ID of the server. */
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly listeningAt: number;
  /** Returns the response to one GET, not measured. */
  get(path: string): Promise<unknown>;
  /** Returns the response to one POST, not measured. */
  post(path: string, body: object): Promise<unknown>;
  /** Sends requests and returns their results, and the server's event loop delay meanwhile. */
  send(
    requests: ClientOrder['requests'],
    clients: number,
  ): Promise<ClientAnswer & { loopDelayP99: number; loopDelayMax: number }>;
  /** Like `send`, without resetting the event loop delays; each client pauses after a response, and 404 counts as one. */
  sendSlowly(requests: ClientOrder['requests'], clients: number, pauseMs: number): Promise<ClientAnswer>;
  /**
   * Runs `work` while another person sends requests in turn, `clients` at once, until it ends; refused ones (429) are sent
   * again after a pause.
   */
  besides<T>(requests: ClientOrder['requests'], clients: number, work: () => Promise<T>): Promise<T>;
  /** Resets the event loop delays. */
  watch(): Promise<void>;
  /** Returns the delays since the last `watch`, or since the server listens. */
  delay(): Promise<LoopDelay>;
}

/** Without a source the server would generate the demo in an empty ledger, for minutes, during the measurement. */
const noSources = { BITCOIN_SOURCE: 'off', ETHEREUM_SOURCE: 'off' };

/**
 * Runs `work` against a server on a ledger, with a signed-in person; `env` sets the source of blocks (default: none);
 * `webRoot` is the folder of the page, if it is to be served.
 */
export async function withServer<T>(
  place: BenchLedger,
  work: (served: ServedLedger) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
  webRoot?: string,
): Promise<T> {
  const server: Child<ServerOrder, ServerAnswer> = startChild(
    new URL('../children/server-child.ts', import.meta.url),
    { flags: scriptFlags('start'), env: scriptEnvironment('start') },
  );
  const client: Child<ClientOrder, ClientAnswer> = startChild(
    new URL('../children/client-child.ts', import.meta.url),
  );
  try {
    const { dataDir, databaseUrl } = place;
    const started = await server.ask(
      { kind: 'start', dataDir, databaseUrl, env: { ...noSources, ...env }, webRoot },
      orderSeconds,
    );
    if (started.kind !== 'start') throw new TypeError('Not the answer to the order');
    const { url, token, listeningAt } = started;
    const watch = async (): Promise<void> => void (await server.ask({ kind: 'watch' }, orderSeconds));
    const delay = async (): Promise<LoopDelay> => {
      const answer = await server.ask({ kind: 'delay' }, orderSeconds);
      if (answer.kind !== 'delay') throw new TypeError('Not the answer to the order');
      return answer;
    };
    return await work({
      url,
      token,
      pid: server.pid,
      listeningAt,
      get: (path) => requestJson(url, { path, token }),
      post: (path, body) => requestJson(url, { path, body, token }),
      async send(requests, clients) {
        await watch();
        const answer = await client.ask({ url, token, requests, clients, pauseMs: 0, accepted: [] }, 300);
        const { p99, max } = await delay();
        return { ...answer, loopDelayP99: p99, loopDelayMax: max };
      },
      sendSlowly: (requests, clients, pauseMs) =>
        client.ask({ url, token, requests, clients, pauseMs, accepted: [404] }, 300),
      async besides(requests, clients, measured) {
        const member: Child<ClientOrder, ClientAnswer> = startChild(
          new URL('../children/client-child.ts', import.meta.url),
        );
        const order = {
          url,
          token: await signUp(url, 'member@example.org'),
          requests,
          clients,
          pauseMs: 1000,
          accepted: [429],
        };
        const sending = member.ask(order, 300).then(
          () => new Error('The other person had no more requests'),
          () => undefined,
        );
        const result = await measured();
        const early = await Promise.race([sending, undefined]);
        await member.end();
        if (early) throw early;
        return result;
      },
      watch,
      delay,
    });
  } finally {
    await client.end();
    await server.end();
  }
}
