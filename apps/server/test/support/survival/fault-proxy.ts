import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const call = z.looseObject({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
const reported = z.looseObject({ id: z.number() });

/** A proxied request. `calls` are those of JSON-RPC; none for a GET. */
export interface ProxiedRequest {
  path: string;
  calls: readonly z.infer<typeof call>[];
}

export interface ProxiedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** A fault between an HTTP client and a server; each part is optional. */
export interface ProxyFault {
  /** Awaited before a request is forwarded. */
  before?: (request: ProxiedRequest) => Promise<void>;
  /** Another server that answers instead of the usual one. */
  target?: string;
  /** Returns whether a request is forwarded undisturbed, before and between disturbed ones. */
  spares?: (request: ProxiedRequest) => boolean;
  /** Answers the whole request instead of the server; returns true if it did. */
  request?: (response: ServerResponse, request: ProxiedRequest) => boolean;
  /** Changes the result of one JSON-RPC call. */
  result?: (call: { method: string; params: readonly unknown[] }, result: unknown) => unknown;
  /** Changes a whole answer before it is sent. */
  answer?: (answer: ProxiedAnswer, request: ProxiedRequest) => ProxiedAnswer;
  /** Sends only this many bytes of the answer, then closes the connection. */
  cutAfter?: (length: number) => number;
}

export interface FaultProxy {
  url: string;
  requests: number;
  /** Number of requests disturbed by the current fault. */
  disturbed: number;
  setFault(fault: ProxyFault | undefined): void;
  /** Returns the first result seen for a call; undefined if there was none. */
  firstResult(method: string, params: readonly unknown[]): unknown;
  /** Returns the first answer seen for a GET; undefined if there was none. */
  firstAnswer(path: string): ProxiedAnswer | undefined;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

function callsOf(body: string): ProxiedRequest['calls'] {
  if (body === '') return [];
  const parsed: unknown = JSON.parse(body);
  return (Array.isArray(parsed) ? parsed : [parsed]).map((entry) => call.parse(entry));
}

const keyOf = (method: string, params: readonly unknown[]): string => JSON.stringify([method, params]);

/** Starts an HTTP proxy of a server (it parses JSON-RPC and forwards anything else) that disturbs requests if a fault is set. */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  let fault: ProxyFault | undefined;
  const firsts = new Map<string, unknown>();
  const firstGets = new Map<string, ProxiedAnswer>();

  async function ask(request: IncomingMessage, body: string, to: string): Promise<ProxiedAnswer> {
    const { authorization } = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', to), {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(body !== '' && { body }),
    });
    const type = answer.headers.get('content-type') ?? 'application/json';
    return {
      status: answer.status,
      headers: { 'content-type': type },
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }

  function changeResults(
    answer: ProxiedAnswer,
    { calls }: ProxiedRequest,
    active: ProxyFault | undefined,
  ): void {
    if (calls.length === 0 || answer.body.length === 0) return;
    const parsed: unknown = JSON.parse(answer.body.toString());
    const entries = (Array.isArray(parsed) ? parsed : [parsed]).map((entry) => reported.parse(entry));
    for (const entry of entries) {
      const asked = calls.find(({ id }) => id === entry.id);
      if (!asked || entry['result'] === undefined || entry['result'] === null) continue;
      const key = keyOf(asked.method, asked.params);
      if (!firsts.has(key)) firsts.set(key, entry['result']);
      if (active?.result) entry['result'] = active.result(asked, entry['result']);
    }
    if (active?.result)
      answer.body = Buffer.from(JSON.stringify(Array.isArray(parsed) ? entries : entries[0]));
  }

  function remember({ path, calls }: ProxiedRequest, answer: ProxiedAnswer): void {
    if (calls.length === 0 && answer.status === 200 && !firstGets.has(path)) {
      firstGets.set(path, { ...answer, body: Buffer.from(answer.body) });
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    proxy.requests++;
    const body = await bodyOf(request);
    const asked: ProxiedRequest = { path: request.url ?? '/', calls: callsOf(body) };
    const active = fault && !fault.spares?.(asked) ? fault : undefined;
    if (active) proxy.disturbed++;
    if (active?.request?.(response, asked)) return;
    await active?.before?.(asked);
    let answer = await ask(request, body, active?.target ?? target);
    if (active?.target === undefined) remember(asked, answer);
    changeResults(answer, asked, active);
    if (active?.answer) answer = active.answer(answer, asked);
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    if (!active?.cutAfter) {
      response.end(answer.body);
      return;
    }
    response.write(answer.body.subarray(0, active.cutAfter(answer.body.length)), () => response.destroy());
  }

  const server = createServer((request, response) => {
    // The target server may be gone: then the client's connection breaks.
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${port}`,
    requests: 0,
    disturbed: 0,
    setFault(next) {
      fault = next;
      proxy.disturbed = 0;
    },
    firstResult: (method, params) => firsts.get(keyOf(method, params)),
    firstAnswer: (path) => firstGets.get(path),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
