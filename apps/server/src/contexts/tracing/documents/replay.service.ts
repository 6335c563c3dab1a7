import {
  apply,
  type Basis,
  type CanvasDocument,
  changesOf,
  diffOf,
  documentDigest,
  emptyDocument,
  type Query,
  sameDocument,
} from '@hopscope/canvas';
import { flowEvidenceLimits, type FlowReplayLine, type ReplayDifference } from '@hopscope/contract';
import type { Logger } from 'pino';
import { AppError, notFound } from '../../../lib/app-error.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { directoryVersion } from '../../directory/records/entities-at.ts';
import type { Member } from '../../identity/organizations/membership.service.ts';
import type { TracingCall } from '../graph/tracing.service.ts';
import { linesOf } from '../graph/lines.ts';
import type { createTracing } from '../graph/tracing.service.ts';
import type { FlowDocuments } from './flow-documents.service.ts';
import type { StoredStep } from './flow-steps.store.ts';
import { type Asked, askAgain } from './replay-questions.ts';
import { readBlockAt } from '../../explorer/blocks/block-at.ts';

type StepLine = Extract<FlowReplayLine, { line: 'step' }>;
type Plain = Omit<StepLine, 'verdict'>;
type Reason = StepLine['reasons'][number];

/** Log steps read per query. */
const stepsAtOnce = 100;

/** Result of a step and its effect on the replayed document. */
interface Outcome {
  readonly line: StepLine;
  readonly replayed: CanvasDocument;
}

/** Returns why a step can't be replayed, and differences of its basis. */
async function standingOf(session: SqlSession, basis: Basis): Promise<{ can: boolean; reasons: Reason[] }> {
  const reasons: Reason[] = [];
  const version = await directoryVersion(session);
  if (basis.directoryVersion > version) {
    const text = `The directory is at release ${version}, but the step used release ${basis.directoryVersion}.`;
    reasons.push({ reason: 'directory_version', text });
  }
  let can = reasons.length === 0;
  for (const { blockchain, height, blockHash } of basis.other ? [basis, basis.other] : [basis]) {
    const block = height === null ? undefined : await readBlockAt(session, blockchain, height);
    if (!block) {
      can = false;
      const text =
        height === null ? 'The step used a ledger without blocks.' : `Block ${height} is not in the ledger.`;
      reasons.push({ reason: 'other_blocks', text });
    } else if (block.hash !== blockHash) {
      const text = `Block ${height} is ${block.hash}, but the step used ${blockHash}.`;
      reasons.push({ reason: 'reorganization', text });
    }
  }
  return { can, reasons };
}

/** Compares the records of a step in the log with the replayed ones. */
function differencesOf(recorded: CanvasDocument, replayed: CanvasDocument) {
  const { added, removed, changed, moved } = diffOf(recorded, replayed);
  const all: ReplayDifference[] = [
    ...removed.map(({ id }) => ({ record: id, is: 'not_answered' as const, fields: [] })),
    ...added.map(({ id }) => ({ record: id, is: 'not_recorded' as const, fields: [] })),
    ...[...changed, ...moved].map(({ after, fields }) => ({
      record: after.id,
      is: 'changed' as const,
      fields: [...fields],
    })),
  ];
  return { all, places: all.length === moved.length };
}

function reasonOf({ all, places }: ReturnType<typeof differencesOf>): Reason {
  if (places)
    return { reason: 'places', text: 'Only positions differ, because others edited at the same time.' };
  const count = (is: ReplayDifference['is']): number => all.filter((one) => one.is === is).length;
  const text = `The ledger now returns a different answer: ${count('not_answered')} records are only in the log, ${count('not_recorded')} only in the answer, and ${count('changed')} differ.`;
  return { reason: 'answer', text };
}

/**
 * Replays the logs of documents on the ledger (docs/concepts/evidence.md): each query at its block and directory version,
 * converted to changes by the same function as in the application.
 */
export function createReplays(options: {
  db: SqlDatabase;
  documents: Pick<FlowDocuments, 'steps' | 'version'>;
  tracing: Pick<ReturnType<typeof createTracing>, 'expand' | 'auto' | 'path'>;
  logger: Logger;
}) {
  const { db, documents, tracing, logger } = options;

  /** Replays one step. `before`: document before it by the log; `log`: after it; `replayed`: replayed document before it. */
  async function replayStep(
    call: TracingCall,
    { sequence, step }: StoredStep,
    at: { before: CanvasDocument; log: CanvasDocument; replayed: CanvasDocument },
  ): Promise<Outcome> {
    const { query, basis, title } = step;
    const plain: Plain = { line: 'step', sequence, title, reasons: [], differences: [], more: 0 };
    const { before, log, replayed } = at;
    if (!query || !basis) {
      return {
        line: { ...plain, verdict: 'applied' },
        replayed: replayed === before ? log : apply(replayed, step).document,
      };
    }
    const { can, reasons } = await inTransaction(db, 'read only', (session) => standingOf(session, basis));
    if (!can) return { line: { ...plain, verdict: 'impossible', reasons }, replayed };
    let asked: Asked;
    try {
      asked = await askAgain(tracing, call, { query, basis, step });
    } catch (error) {
      if (!(error instanceof AppError) || error.reason === 'internal') throw error;
      const refused: Reason = { reason: 'refused', text: error.message };
      return { line: { ...plain, verdict: 'impossible', reasons: [...reasons, refused] }, replayed };
    }
    return compared(plain, { query, asked, reasons }, at);
  }

  function compared(
    plain: Plain,
    { query, asked, reasons }: { query: Query; asked: Asked; reasons: readonly Reason[] },
    { before, log, replayed }: { before: CanvasDocument; log: CanvasDocument; replayed: CanvasDocument },
  ): Outcome {
    const done = (on: CanvasDocument): CanvasDocument =>
      apply(on, { changes: changesOf(on, query, asked.answer) }).document;
    const own = done(before);
    if (sameDocument(own, log)) {
      return {
        line: { ...plain, verdict: 'same', reasons: [...reasons] },
        replayed: replayed === before ? log : done(replayed),
      };
    }
    const differences = differencesOf(log, own);
    const why = [...reasons];
    if (!asked.isComplete)
      why.push({ reason: 'other_blocks', text: 'The ledger does not have all blocks up to this one.' });
    why.push(reasonOf(differences));
    const shown = differences.all.slice(0, flowEvidenceLimits.differences);
    return {
      line: {
        ...plain,
        verdict: 'differs',
        reasons: why,
        differences: shown,
        more: differences.all.length - shown.length,
      },
      replayed: replayed === before ? own : done(replayed),
    };
  }

  async function replayAll(
    call: TracingCall & { readonly member: Member },
    { documentId, last, digest }: { documentId: string; last: number; digest: string },
    send: (line: FlowReplayLine) => void,
  ): Promise<void> {
    send({ line: 'begin', sequence: last, digest });
    let [log, replayed] = [emptyDocument, emptyDocument];
    const counts = { same: 0, differs: 0, applied: 0, impossible: 0 };
    for (let after = 0; after < last; ) {
      const limit = Math.min(stepsAtOnce, last - after);
      const { steps } = await documents.steps(call.member, documentId, { after, limit });
      if (steps.length === 0) throw notFound('The document was deleted');
      for (const saved of steps) {
        call.signal.throwIfAborted();
        const before = log;
        log = apply(before, saved.step).document;
        const outcome = await replayStep(call, saved, { before, log, replayed });
        ({ replayed } = outcome);
        counts[outcome.line.verdict] += 1;
        send(outcome.line);
        after = saved.sequence;
      }
    }
    const [stored, again] = [documentDigest(log), documentDigest(replayed)];
    send({ line: 'end', stored, replayed: again, equal: stored === again, ...counts });
  }

  return {
    /**
     * Yields the lines of a replay up to a step, or of all steps. Throws 404 for an unknown step, or a document that the
     * member may not see.
     */
    async replay(
      call: TracingCall & { readonly member: Member },
      documentId: string,
      sequence: number | undefined,
    ): Promise<AsyncIterable<string>> {
      const { member, signal } = call;
      const now = await documents.steps(member, documentId, { after: 0, limit: 1 });
      const last = sequence ?? now.sequence;
      const { digest } = await documents.version(member, documentId, last, undefined);
      return linesOf(
        (send) =>
          replayAll({ ...call, asOrganization: member.organizationId }, { documentId, last, digest }, send),
        {
          signal,
          failed: (error) => logger.error({ err: error }, 'a replay failed'),
        },
      );
    },
  };
}
