import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import type { SqlDatabase } from '../../src/db/session.ts';
import { createApp } from '../../src/http/app.ts';
import { startTelemetry } from '../../src/telemetry/start-telemetry.ts';
import { person, tokenSecret } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  type ReceivedSpan,
  startTraceCollector,
  type TraceCollector,
} from '../support/servers/trace-collector.ts';

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const parent = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const valueOf = ({ attributes }: ReceivedSpan, key: string): unknown => {
  const found = attributes.find((each) => each.key === key)?.value;
  return found?.stringValue ?? found?.intValue;
};

let collector: TraceCollector;
beforeEach(async () => {
  collector = await startTraceCollector();
});
afterEach(() => collector.close());

/** The application with a collector; `send` stops both. */
async function start(db: SqlDatabase, env: Record<string, string> = {}) {
  const config = readConfig({
    LOG_LEVEL: 'warn',
    REGISTRATION: 'open',
    DATA_DIR: tmpdir(),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20secret',
    ...env,
  });
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  if (!config.telemetry) throw new Error('no telemetry');
  const telemetry = startTelemetry(config.telemetry, { version: '1.2.3', logger });
  const options = { config, logger, tokenSecret, version: '1.2.3', telemetry };
  const context = createContext({ ...options, db: telemetry.traceDatabase(db) });
  const app = await createApp(context);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ask: (path: string, request: RequestInit = {}) => fetch(`${url}/api/v1${path}`, request),
    telemetry,
    lines,
    async send() {
      await app.close();
      await telemetry.close();
    },
  };
}

describeWithDatabase('Spans', (databases) => {
  test('of requests follow the trace of the caller, with their statements, and without values', async () => {
    const { ask, send, lines } = await start(await databases.empty());
    const secret = person('ada@example.org');
    const made = await ask('/auth/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(secret),
    });
    expect(made.status).toBe(201);
    const { data } = (await made.json()) as { data: { user: { accessToken: string } } };
    const { accessToken } = data.user;
    const looked = await ask(`/blockchain/address/${address}?blockchain=bitcoin`, {
      headers: {
        authorization: `Bearer ${accessToken}`,
        traceparent: `00-${parent.trace}-${parent.span}-01`,
      },
    });
    await ask('/health/live');
    await send();

    expect(collector.resource).toEqual({ 'service.name': 'hopscope', 'service.version': '1.2.3' });
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': 'a secret' });
    const [signup, lookUp] = ['POST /api/v1/auth/signup', 'GET /api/v1/blockchain/address/:addr'].map(
      (name) => collector.spans.find((span) => span.name === name),
    );
    if (!signup || !lookUp) throw new Error(collector.spans.map(({ name }) => name).join());
    expect(signup.parentSpanId ?? '').toBe('');
    expect(valueOf(signup, 'http.response.status_code')).toBe(201);
    expect(lookUp).toMatchObject({ traceId: parent.trace, parentSpanId: parent.span, kind: 2 });
    expect(valueOf(lookUp, 'http.response.status_code')).toBe(looked.status);
    expect(valueOf(lookUp, 'hopscope.request_id')).toBe(looked.headers.get('x-request-id'));
    const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === signup.spanId);
    expect(statements.map(({ name }) => name)).toContain('INSERT app_user');
    expect(statements.every(({ kind, traceId }) => kind === 3 && traceId === signup.traceId)).toBe(true);
    expect(collector.spans.some(({ name }) => name.includes('/health'))).toBe(false);
    const everything = collector.bodies.join();
    for (const value of [address, 'ada@example.org', secret.password, accessToken]) {
      expect(everything).not.toContain(value);
    }
    expect(lines).toEqual([]);
  });

  test('of jobs are sent if they took long or failed', async () => {
    const { telemetry, send } = await start(await databases.empty());
    await telemetry.traceJob('quick', async () => {});
    await telemetry.traceJob('slow', () => new Promise((resolve) => setTimeout(resolve, 150)));
    await expect(
      telemetry.traceJob('broken', async () => {
        throw new Error('x');
      }),
    ).rejects.toThrow('x');
    await send();
    expect(collector.spans.map(({ name, status }) => [name, status?.code])).toEqual([
      ['job slow', 0],
      ['job broken', 2],
    ]);
  });

  test('are left out by the share, or where the caller leaves them out; a failing collector is only logged', async () => {
    const none = await start(await databases.empty(), { OTEL_TRACES_SAMPLER_ARG: '0' });
    await none.ask('/auth/providers', { headers: { traceparent: `00-${parent.trace}-${parent.span}-01` } });
    await none.send();
    const unwanted = await start(await databases.empty());
    await unwanted.ask('/auth/providers', {
      headers: { traceparent: `00-${parent.trace}-${parent.span}-00` },
    });
    await unwanted.send();
    expect(collector.spans).toEqual([]);

    collector.status = 400;
    const failing = await start(await databases.empty());
    expect((await failing.ask('/auth/providers')).status).toBe(200);
    await failing.send();
    expect(failing.lines).toHaveLength(1);
    expect(failing.lines[0]).toContain('the trace collector failed');
    expect(failing.lines[0]).not.toContain('a secret');
  });

  test('settings are checked', () => {
    const problem = (env: Record<string, string>) => () => readConfig(env);
    expect(problem({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
    expect(problem({ OTEL_EXPORTER_OTLP_HEADERS: 'no value' })).toThrow('must be name=value');
    expect(problem({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('must be a number from 0 to 1');
    expect(readConfig({}).telemetry).toBeUndefined();
  });
});
