import { z } from 'zod';
import { blockchain } from './chain-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { sourceReports } from './health.ts';

/** Addresses that one stream may follow. */
export const streamAddressLimit = 100;

/** The messages of the stream: `event:` names the type, `data:` is its JSON. */
export const streamMessages = {
  /** Blocks were added, at the tip or below; `tip` is the height of the ledger, null if it is empty. */
  blocks: z.object({ blockchain, from: z.int(), to: z.int(), tip: z.int().nullable() }),
  /** `depth` blocks from height `from` on were replaced by the blocks up to `to`; `to` = `from` − 1: by none. */
  reorganization: z.object({
    blockchain,
    from: z.int(),
    depth: z.int(),
    to: z.int(),
    tip: z.int().nullable(),
  }),
  /** A followed address has a transaction in new blocks, or an unconfirmed one; `block` is the newest, null if unconfirmed. */
  address: z.object({
    blockchain,
    address: z.string(),
    cause: z.enum(['block', 'reorganization', 'unconfirmed']),
    block: z.int().nullable(),
  }),
  /** What the sources of both chains do: at the beginning and when it changes. */
  sources: sourceReports,
  /** Transactions of monitored addresses were screened, for an organization that the person belongs to. */
  compliance: z.object({ organizationId: z.string() }),
  /** A case was opened or changed, in an organization that the person belongs to. */
  cases: z.object({
    organizationId: z.string(),
    caseId: z.string(),
    /** That it has from then on. */
    version: z.int(),
    /** ID of the person; null: automatic, such as when a member left the organization. */
    by: z.string().nullable(),
  }),
  /** What happened since the cursor is no longer known: everything shown has to be loaded again. */
  reset: z.object({}),
} as const;

export type StreamMessageType = keyof typeof streamMessages;
export type StreamMessage<Type extends StreamMessageType> = z.infer<(typeof streamMessages)[Type]>;

/** See `docs/api/stream.md`. */
export const openStream = endpoint({
  id: 'openStream',
  method: 'GET',
  path: '/stream',
  access: 'user',
  tag: 'stream',
  summary: 'Live events (server-sent events)',
  description:
    'Messages: blocks, reorganization, address, sources, compliance, cases, and reset. Starts now, or after the cursor in the header ' +
    'Last-Event-ID or the parameter. Ends when the access token expires: reconnect with a new token.',
  answers: 'text/event-stream',
  query: z.object({
    /** Addresses of either chain, separated by commas. */
    addresses: z.string().max(10_000).optional(),
    /** `id` of the last message that arrived. */
    cursor: z.string().max(120).optional(),
  }),
  response: z.string(),
});
