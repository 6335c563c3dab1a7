import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const call = z.looseObject({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });
export type ProxiedCall = z.infer<typeof call>;

/** A fault between a client and a node. */
export interface Fault {
  /** Answers the whole request instead of the node; returns true if it did. */
  request?: (response: ServerResponse, calls: readonly ProxiedCall[]) => boolean;
  /** Changes the node's result of one call. */
  answer?: (call: ProxiedCall, result: unknown) => unknown;
  /** Methods that this node lacks. */
  without?: readonly string[];
}

export interface NodeProxy {
  url: string;
  requests: number;
  fault: Fault;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

/** Starts a JSON-RPC proxy of a real node that changes answers if a fault is set. */
export async function openNodeProxy(target: string): Promise<NodeProxy> {
  const proxy: NodeProxy = { url: '', requests: 0, fault: {}, close: async () => {} };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    proxy.requests++;
    const body = await bodyOf(request);
    const parsed: unknown = JSON.parse(body);
    const calls = (Array.isArray(parsed) ? parsed : [parsed]).map((entry) => call.parse(entry));
    if (proxy.fault.request?.(response, calls)) return;
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const reported: unknown = await answer.json();
    const changed = (Array.isArray(reported) ? reported : [reported]).map(
      (entry: Record<string, unknown>) => {
        const asked = calls.find(({ id }) => id === entry['id']);
        if (asked && proxy.fault.without?.includes(asked.method)) {
          return { jsonrpc: '2.0', id: asked.id, error: { code: -32601, message: 'Method not found' } };
        }
        if (!asked || !proxy.fault.answer || !('result' in entry)) return entry;
        return { ...entry, result: proxy.fault.answer(asked, entry['result']) };
      },
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(reported) ? changed : changed[0]));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  proxy.url = `http://127.0.0.1:${port}`;
  proxy.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return proxy;
}
