import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';

const tag = 'flow-documents';
const count = z.int().min(0);
const one = z.object({ id: z.string(), documentId: z.string() });
/** The document after this step; without it as it is now. */
const version = z.object({ sequence: count.optional() });

/** Limits of replays and of evidence bundles. */
export const flowEvidenceLimits = {
  /** Records that the line of one step names; how many more there are is told. */
  differences: 50,
  /** Transactions that the drawn transfers of a bundle are of. */
  transactions: 2000,
  /** Transactions whose outputs those of Bitcoin spend. */
  spent: 20_000,
  /** Bytes of the log of steps: the file of the drawing, with more fields a record, stays below 50 MB. */
  steps: 24 * 1024 * 1024,
  /** Bytes of all transactions, proofs and headers. */
  chain: 128 * 1024 * 1024,
  /** Consecutive Bitcoin block headers. */
  headers: 20_000,
  /** Records of scores. */
  scores: 50,
} as const;

/** Why a replayed step differs, or can't be replayed. */
export const replayReasons = [
  /** The block at the height of the step is another one now. */
  'reorganization',
  /** The block, or a block below it, isn't in the ledger. */
  'other_blocks',
  /** The directory of this installation has no such version. */
  'directory_version',
  /** The ledger answers otherwise. */
  'answer',
  /** Only places differ: others worked on the document at the same time. */
  'places',
  /** The question is refused. */
  'refused',
] as const;
export type ReplayReason = (typeof replayReasons)[number];

const difference = z.object({
  /** Id of the record. */
  record: z.string(),
  /** The log has it and the ledger does not; the other way round; both have it, otherwise. */
  is: z.enum(['not_answered', 'not_recorded', 'changed']),
  /** Fields that differ. */
  fields: z.array(z.string()),
});
export type ReplayDifference = z.infer<typeof difference>;

/** Lines of a replay: `begin`, a `step` for each step in their order, then `end` or `error`. */
export const flowReplayLine = z.discriminatedUnion('line', [
  z.object({
    line: z.literal('begin'),
    sequence: count,
    /** SHA-256 of the document that the log produces. */
    digest: z.string(),
  }),
  z.object({
    line: z.literal('step'),
    sequence: count,
    title: z.string(),
    /**
     * `same` and `differs`: replayed. `applied`: a step without query. `impossible`: can't be replayed, and is omitted from
     * the replayed document.
     */
    verdict: z.enum(['same', 'differs', 'applied', 'impossible']),
    /** Also for a `same` step: its block can differ. */
    reasons: z.array(z.object({ reason: z.enum(replayReasons), text: z.string() })),
    differences: z.array(difference),
    /** Differences beyond those that are named. */
    more: count,
  }),
  z.object({
    line: z.literal('end'),
    stored: z.string(),
    replayed: z.string(),
    equal: z.boolean(),
    same: count,
    differs: count,
    applied: count,
    impossible: count,
  }),
  z.object({ line: z.literal('error'), code: z.string(), message: z.string() }),
]);
export type FlowReplayLine = z.infer<typeof flowReplayLine>;

const replayFlowDocument = endpoint({
  id: 'replayFlowDocument',
  method: 'POST',
  path: '/organizations/:id/flow-documents/:documentId/replay',
  access: inOrganization('traces.read'),
  tag,
  atOnce: 2,
  summary: 'Replay every query of a document at its block and directory release, and compare the answers',
  description:
    'Streams JSON Lines (`flowReplayLine`); closing the connection stops it. The document is not changed. Queries that cannot be replayed (docs/concepts/evidence.md) are taken from the log.',
  answers: 'application/x-ndjson',
  params: one,
  body: version,
  response: z.string(),
});

const bundleFlowDocument = endpoint({
  id: 'bundleFlowDocument',
  method: 'POST',
  path: '/organizations/:id/flow-documents/:documentId/bundle',
  access: inOrganization('traces.read'),
  tag,
  atOnce: 2,
  summary: 'Evidence bundle of a document, verifiable without this installation',
  description:
    'A ZIP as described in docs/concepts/evidence.md; `npm run verify-bundle -- file.zip` verifies it. 409 `conflict` beyond the limits, 403 if it names an entity that the caller has no access to.',
  answers: 'application/zip',
  params: one,
  body: version,
  response: z.unknown(),
});

export const flowEvidenceEndpoints = { replayFlowDocument, bundleFlowDocument } as const;
