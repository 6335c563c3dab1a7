import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { obey } from './child-side.ts';

/** Requests to send in this order by several concurrent clients, each waiting for a response before its next request. */
export interface ClientOrder {
  url: string;
  token: string;
  /** `path` with `/api/v1`; latencies are collected by `name`. With a body, the request is a POST. */
  requests: readonly { name: string; path: string; body?: object }[];
  clients: number;
  /** Pause of a client after each response, in milliseconds. */
  pauseMs: number;
  /** Statuses other than 200 and 201 that count as a response. */
  accepted: readonly number[];
}

export interface ClientAnswer {
  seconds: number;
  /** Bytes of all bodies as sent. */
  bytes: number;
  /** From the request to the last byte of the response, by name. */
  milliseconds: Record<string, number[]>;
}

const requestTimeoutMs = 60_000;

/** Sends one request like a browser and returns the bytes of the body. Throws for other statuses. */
function send(
  agent: Agent,
  {
    url,
    token,
    body,
    statuses,
  }: { url: URL; token: string; body: object | undefined; statuses: readonly number[] },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        timeout: requestTimeoutMs,
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          'accept-encoding': 'gzip, deflate, br, zstd',
          ...(body && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let bytes = 0;
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
        });
        answer.on('end', () => {
          if (statuses.includes(answer.statusCode ?? 0)) resolve(bytes);
          else reject(new Error(`${url.pathname} was answered with ${answer.statusCode}`));
        });
        answer.on('error', reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`${url.pathname} was not answered in time`)));
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

obey<{ order: ClientOrder; answer: ClientAnswer }>(
  async ({ url, token, requests, clients, pauseMs, accepted }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    const answer: ClientAnswer = { seconds: 0, bytes: 0, milliseconds: {} };
    const statuses = [200, 201, ...accepted];
    let next = 0;
    const client = async (): Promise<void> => {
      for (let ask = requests[next++]; ask; ask = requests[next++]) {
        const started = performance.now();
        const target = new URL(ask.path, url);
        const bytes = await send(agent, { url: target, token, body: ask.body, statuses });
        answer.bytes += bytes;
        (answer.milliseconds[ask.name] ??= []).push(performance.now() - started);
        if (pauseMs > 0) await sleep(pauseMs);
      }
    };
    const started = performance.now();
    try {
      await Promise.all(Array.from({ length: clients }, client));
    } finally {
      agent.destroy();
    }
    answer.seconds = (performance.now() - started) / 1000;
    return answer;
  },
);
