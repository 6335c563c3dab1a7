import type { FastifyInstance } from 'fastify';
import type { SqlDatabase } from '../db/session.ts';

/** Where traces go (OpenTelemetry, OTLP over HTTP). */
export interface TelemetrySettings {
  /** URL of the collector; `/v1/traces` is added. */
  endpoint: string;
  /** Headers of requests to the collector, such as a key. */
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Share of traces that are sent, 0 to 1. */
  sampled: number;
}

/** Records what the server does as spans. Spans have no values, addresses, or people. */
export interface Telemetry {
  /** Records requests; call it before the routes are registered. */
  traceRequests(app: FastifyInstance): void;
  /** A database whose statements are recorded as parts of requests. */
  traceDatabase(db: SqlDatabase): SqlDatabase;
  /** Runs a job, and records it if it took long or failed. */
  traceJob(name: string, work: () => Promise<unknown>): Promise<unknown>;
  /** Sends what is left, for five seconds at most. */
  close(): Promise<void>;
}
