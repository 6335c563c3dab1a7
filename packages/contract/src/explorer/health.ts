import { z } from 'zod';
import { coverage } from './chain-shapes.ts';
import { endpoint } from '../endpoint.ts';

/** What a source of blocks does; `target` is the height at which loading ends. */
export const sourceStatus = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('starting') }),
  z.object({ phase: z.literal('loading'), height: z.int(), target: z.int() }),
  z.object({ phase: z.literal('following'), height: z.int() }),
  /**
   * The node is at `nodeHeight`, below the newest block of the ledger; the ledger doesn't change until the node has caught
   * up.
   */
  z.object({ phase: z.literal('behind'), height: z.int(), nodeHeight: z.int() }),
  /** Temporary problem; the source retries. `height` is the newest stored block, null if unknown. */
  z.object({ phase: z.literal('retrying'), reason: z.string(), height: z.int().nullable() }),
  /** Problem that doesn't resolve by itself. If the operator can fix it, it is checked every minute; see `reason`. */
  z.object({ phase: z.literal('failed'), reason: z.string() }),
]);
export type SourceStatus = z.infer<typeof sourceStatus>;

/** Capabilities reported by an Ethereum node. */
export const ethereumNode = z.object({
  /** Name and version; null if not reported. */
  client: z.string().nullable(),
  receipts: z.enum(['block', 'transaction']),
  /** null: no traces, internal transfers stay unknown. */
  traces: z.enum(['trace_block', 'callTracer']).nullable(),
  /** Whether it knows balances of the past. */
  archive: z.boolean(),
  /** Heights of the beacon chain's tags; null where the node does not know them. */
  safe: z.int().nullable(),
  finalized: z.int().nullable(),
});
export type EthereumNode = z.infer<typeof ethereumNode>;

/** Seconds since 1970. */
const time = z.int();

/** Last problem of a source and its time; contains no secrets. */
export const sourceError = z.object({ text: z.string(), at: time });
export type SourceErrorReport = z.infer<typeof sourceError>;

/** What a source of blocks does, and how far it is. */
export const sourceReport = z.object({
  source: z.string(),
  /** Null if no source is configured. */
  status: sourceStatus.nullable(),
  /** Start of the current state; null without a source. */
  since: time.nullable(),
  network: z.string().nullable(),
  /** Height of the ledger and time of its block; null if it is empty. */
  height: z.int().nullable(),
  tipTime: time.nullable(),
  coverage,
  /** Height of the source itself; null where unknown. */
  nodeHeight: z.int().nullable(),
  /** Blocks that the ledger is behind the source; null where one height is unknown. */
  behind: z.int().nullable(),
  /** Blocks that the source is behind the ledger: a node that was restored or is stuck. null where one height is unknown. */
  nodeBehind: z.int().nullable(),
  /** Blocks a second while history is loaded; null while unknown and when there is nothing to load. */
  rate: z.number().nullable(),
  remainingSeconds: z.int().nullable(),
  /** Last problem and its time, however short. */
  lastError: sourceError.nullable(),
  /** What the source can do, in words. */
  capabilities: z.array(z.string()),
});
export type SourceReport = z.infer<typeof sourceReport>;
export const sourceReports = z.object({ bitcoin: sourceReport, ethereum: sourceReport });
export type SourceReports = z.infer<typeof sourceReports>;

/** State of the backups. `late`: the last complete one is older than two intervals. `waiting`: none was made yet. */
export const backupStatus = z.enum(['off', 'waiting', 'running', 'done', 'failed', 'late']);

/** Backups of the installation, without paths and hosts. */
export const backupReport = z.object({
  status: backupStatus,
  /** Interval of the schedule; null without one. */
  everyHours: z.int().nullable(),
  /** End, bytes, and content of the last complete backup; null before the first. */
  lastAt: time.nullable(),
  lastBytes: z.int().nullable(),
  lastChain: z.boolean().nullable(),
  /** Failure of the last attempt; null if it succeeded or is running. */
  lastFailure: sourceError.nullable(),
});
export type BackupReport = z.infer<typeof backupReport>;

/** `builtIn`: the server that Hopscope runs itself, rather than the operator's own. */
const database = z.object({ builtIn: z.boolean(), ok: z.boolean() });

/**
 * For users and pages: 200 while the process and its database respond. Public, so it contains no host names and no versions
 * of other programs.
 */
export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  tag: 'health',
  summary: 'Health of the server and status of the ledgers',
  response: z.object({
    success: z.literal(true),
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptimeSeconds: z.int(),
    database,
    backup: backupReport.pick({ status: true, lastAt: true }),
    bitcoin: z.object({
      source: z.string(),
      /** Null if no source is configured. */
      status: sourceStatus.nullable(),
      network: z.string().nullable(),
      height: z.int().nullable(),
      coverage,
    }),
    ethereum: z.object({
      source: z.string(),
      status: sourceStatus.nullable(),
      network: z.string().nullable(),
      height: z.int().nullable(),
      coverage,
      /** Null if no node is configured, or none has responded yet. */
      node: ethereumNode.omit({ client: true }).nullable(),
    }),
  }),
});

/** Liveness: 200 while the process responds. Doesn't query the database. */
export const getLiveness = endpoint({
  id: 'getLiveness',
  method: 'GET',
  path: '/health/live',
  access: 'public',
  tag: 'health',
  summary: 'Liveness of the process',
  response: z.object({ success: z.literal(true), status: z.literal('live') }),
});

/** Readiness: 200 while queries can be answered, 503 while the database doesn't respond. Independent of sources. */
export const getReadiness = endpoint({
  id: 'getReadiness',
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  tag: 'health',
  summary: 'Readiness to answer requests',
  response: z.object({ success: z.literal(true), status: z.literal('ready') }),
});

/** What the sources of both chains do, for signed-in people. */
export const getStatus = endpoint({
  id: 'getStatus',
  method: 'GET',
  path: '/status',
  access: 'user',
  scope: 'read',
  tag: 'health',
  summary: 'Block sources: connection, heights, rate, errors, capabilities',
  response: z.object({
    success: z.literal(true),
    version: z.string(),
    uptimeSeconds: z.int(),
    database,
    backup: backupReport,
    data: sourceReports,
  }),
});

/** Something that is wrong with the installation, and what to do about it. */
export const operatorProblem = z.object({
  id: z.string(),
  severity: z.enum(['error', 'warning']),
  what: z.string(),
  action: z.string(),
});
export type OperatorProblem = z.infer<typeof operatorProblem>;

export const listProblems = endpoint({
  id: 'listProblems',
  method: 'GET',
  path: '/operator/problems',
  access: 'operator',
  tag: 'operator',
  summary: 'Problems of the installation, and what to do about them; errors first',
  response: z.object({ success: z.literal(true), data: z.array(operatorProblem) }),
});

export const healthEndpoints = { getHealth, getLiveness, getReadiness, getStatus, listProblems } as const;
