import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';

const attribute = z.object({
  key: z.string(),
  value: z
    .object({ stringValue: z.string(), intValue: z.union([z.number(), z.string()]) })
    .partial()
    .loose(),
});
const span = z
  .object({
    traceId: z.string(),
    spanId: z.string(),
    parentSpanId: z.string().optional(),
    name: z.string(),
    kind: z.number(),
    attributes: z.array(attribute),
    status: z.object({ code: z.number().optional() }).loose().optional(),
  })
  .loose();
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }).loose(),
      scopeSpans: z.array(z.object({ spans: z.array(span) }).loose()),
    }),
  ),
});

export type ReceivedSpan = z.infer<typeof span>;

/** A collector that receives spans (OTLP/HTTP 1.x, JSON). */
export interface TraceCollector {
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Attributes of the last sender. */
  resource: Record<string, unknown>;
  readonly headers: NodeJS.Dict<string | string[]>[];
  /** Everything that arrived, as text. */
  readonly bodies: string[];
  /** Status of the responses; 200 at first. */
  status: number;
  close(): Promise<void>;
}

/** Starts a collector on a loopback port. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const text = Buffer.concat(parts).toString();
      collector.headers.push(incoming.headers);
      collector.bodies.push(text);
      if (collector.status === 200 && incoming.url === '/v1/traces') {
        for (const { resource, scopeSpans } of request.parse(JSON.parse(text)).resourceSpans) {
          collector.resource = Object.fromEntries(
            resource.attributes.map(({ key, value }) => [key, value.stringValue]),
          );
          collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
        }
      }
      response.statusCode = collector.status;
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${address.port}`,
    spans: [],
    resource: {},
    headers: [],
    bodies: [],
    status: 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}
