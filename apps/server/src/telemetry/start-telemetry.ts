import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { apiBase } from '@hopscope/contract';
import type { Logger } from 'pino';
import type { LeasedSession, SqlStatement } from '../db/session.ts';
import { SqlError } from '../db/sql-error.ts';
import { summaryOf } from './statement-summary.ts';
import type { Telemetry, TelemetrySettings } from './telemetry.ts';

/** Jobs that look for work and find none are not recorded. */
const longJobMs = 100;
/** Failures of the collector are logged once in this time. */
const quietMs = 60_000;
const timeoutMs = 5000;

/** Logs failures of an exporter, which would drop spans silently. */
function logFailures(exporter: SpanExporter, logger: Logger): SpanExporter {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      exporter.export(spans, (result) => {
        const time = performance.now();
        if (result.code !== ExportResultCode.SUCCESS && time - loggedAt > quietMs) {
          loggedAt = time;
          logger.warn({ reason: result.error?.message, spans: spans.length }, 'the trace collector failed');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** Starts to record and send spans. Names follow the semantic conventions of OpenTelemetry for HTTP and databases. */
export function startTelemetry(
  { endpoint, headers, serviceName, sampled }: TelemetrySettings,
  { version, logger }: { version: string; logger: Logger },
): Telemetry {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
  });
  const ratio = new TraceIdRatioBasedSampler(sampled);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    // A caller can only leave a trace out: recording on demand would let callers fill the collector.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio }),
    spanProcessors: [new BatchSpanProcessor(logFailures(exporter, logger))],
  });
  const tracer = provider.getTracer('hopscope', version);
  const propagator = new W3CTraceContextPropagator();
  /** The span of the request that runs. */
  const current = new AsyncLocalStorage<Span>();

  function fail(span: Span, type: string): void {
    span.setAttribute('error.type', type);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** Records statements as a part of the running request; without one, they just run. */
  async function inRequest<T>(statements: readonly SqlStatement[], work: () => Promise<T>): Promise<T> {
    const parent = current.getStore();
    if (!parent?.isRecording()) return work();
    const summaries = statements.map(({ sql }) => summaryOf(sql));
    const { operation, table } =
      summaries.find((each) => each.table !== undefined) ?? summaries[0] ?? summaryOf('');
    const name = [...(statements.length > 1 ? ['BATCH'] : []), operation, ...(table ? [table] : [])].join(
      ' ',
    );
    const attributes: Attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
      ...(statements.length > 1 && { 'db.operation.batch.size': statements.length }),
    };
    const options = { kind: SpanKind.CLIENT, attributes };
    const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
    try {
      return await work();
    } catch (error) {
      fail(span, error instanceof SqlError ? error.code : 'error');
      throw error;
    } finally {
      span.end();
    }
  }

  function traceSession(session: LeasedSession): LeasedSession {
    return {
      ...session,
      query: (sql, params = []) => inRequest([{ sql, params }], () => session.query(sql, params)),
      queryTogether: (statements) => inRequest(statements, () => session.queryTogether(statements)),
    };
  }

  return {
    traceRequests(app) {
      app.addHook('onRequest', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'unknown';
        // Probes and scrapes come every few seconds.
        if (route === '/metrics' || route.startsWith(`${apiBase}/health`)) return done();
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: {
              'http.request.method': request.method,
              'http.route': route,
              'url.scheme': request.protocol,
              'hopscope.request_id': request.id,
            },
          },
          propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter),
        );
        reply.raw.once('close', () => {
          const { statusCode, writableFinished } = reply.raw;
          if (writableFinished) span.setAttribute('http.response.status_code', statusCode);
          if (!writableFinished) span.setAttribute('error.type', 'client_left');
          else if (statusCode >= 500) fail(span, String(statusCode));
          span.end();
        });
        current.run(span, done);
      });
    },
    traceDatabase: (db) => ({
      ...db,
      lease: async (purpose) => traceSession(await db.lease(purpose)),
    }),
    async traceJob(name, work) {
      const startTime = Date.now();
      const record = (failed: boolean): void => {
        if (!failed && Date.now() - startTime < longJobMs) return;
        const span = tracer.startSpan(`job ${name}`, { startTime, attributes: { 'hopscope.job': name } });
        if (failed) fail(span, 'error');
        span.end();
      };
      try {
        const result = await work();
        record(false);
        return result;
      } catch (error) {
        record(true);
        throw error;
      }
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}
