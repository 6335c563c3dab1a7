import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Answer of a list server for a path; `hold` delays it. */
export interface ServedList {
  body: string | Uint8Array;
  status?: number;
  pause?: boolean;
}

/** Starts an external server on loopback that publishes lists, for the running test. */
export async function startListServer(lists: Record<string, ServedList>): Promise<{
  origin: string;
  lists: Record<string, ServedList>;
  /** Requested paths, in order. */
  asked: string[];
}> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const list = lists[path];
    if (!list || list.status !== undefined) return void response.writeHead(list?.status ?? 404).end();
    response.writeHead(200);
    if (list.pause) response.write('proper_name');
    else response.end(list.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, lists, asked };
}
