import { createHash } from 'node:crypto';
import {
  allOf,
  apply,
  basesOf,
  type CanvasDocument,
  emptyDocument,
  isProvenConversion,
  type Missing,
  sourceOf,
  transactionsOf,
  writeBundle,
  writeFile,
  type Basis,
  type BundleScore,
  type Step,
} from '@hopscope/canvas';
import { toDisplayHash, toHex } from '@hopscope/chain';
import { flowEvidenceLimits as limits } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { isRefusal, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { readBlocks, readState } from '../../../ledger/bitcoin/reader.ts';
import { readEthereumBlocks, readEthereumState } from '../../../ledger/ethereum/reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { type Viewing, notShown } from '../../directory/attributions/csam.ts';
import { directoryVersion } from '../../directory/records/entities-at.ts';
import { createLabelsThen } from '../../directory/attributions/historical-labels.ts';
import type { FlowDocuments } from '../documents/flow-documents.service.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { createEntityFacts } from '../../risk/scores/entity-facts.ts';
import type { Call, createRisk } from '../../risk/risk.service.ts';
import type { TracingAccess } from '../graph/open-tracing.ts';
import { collectBitcoin } from './bitcoin-evidence.ts';
import { collectEthereum } from './ethereum-evidence.ts';
import { collectLabels, namesHidden } from './label-evidence.ts';
import { traceResultsOf } from './trace-results.ts';
import { createWeight, tooLarge } from './weight.ts';
import { packZip } from './zip.ts';
import { z } from 'zod';

const answered = z.looseObject({ answer: z.looseObject({ overall100: z.int().nullable() }) });

/** Returns the basis of the step that last set a score of a node. */
function basesOfScores(steps: readonly Step[]): Map<string, Basis | undefined> {
  const found = new Map<string, Basis | undefined>();
  for (const { changes, basis } of steps)
    for (const one of changes) {
      if (one.change === 'create' && one.record.kind === 'node') found.set(one.record.id, basis);
      if (one.change === 'set' && one.kind === 'node' && 'profile' in one.after) found.set(one.id, basis);
    }
  return found;
}

/** Recalculates the scores of a drawing at the block and day of their steps; different ones are reported as missing. */
async function collectScores(
  risk: Pick<ReturnType<typeof createRisk>, 'record'>,
  call: Call,
  { document, steps }: { document: CanvasDocument; steps: readonly Step[] },
): Promise<{ scores: BundleScore[]; missing: Missing[] }> {
  const bases = basesOfScores(steps);
  const scores: BundleScore[] = [];
  const missing: Missing[] = [];
  let left: number = limits.scores;
  for (const { id, address, profile } of allOf(document, 'node')) {
    const points = profile?.risk ?? null;
    if (points === null) continue;
    const lack = (why: string): void => void missing.push({ what: 'score', id, why });
    const basis = bases.get(id);
    if (address === null || !basis) {
      lack('No step specifies its block and directory release.');
      continue;
    }
    if (left === 0) {
      lack(`A bundle can have at most ${limits.scores} score records.`);
      continue;
    }
    left -= 1;
    call.signal.throwIfAborted();
    try {
      const { text, hash } = await risk.record(call, {
        body: { identifier: address, type: 'address' },
        height: basis.height ?? undefined,
        asOf: basis.directoryDay,
      });
      const record: unknown = JSON.parse(text);
      const own = answered.parse(record).answer.overall100;
      if (own === points) scores.push({ node: id, hash, record });
      else
        lack(
          `Recalculated with the current directory and profile, the score at that block and day is ${own ?? 'unknown'}.`,
        );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      lack(error.message.slice(0, 400));
    }
  }
  return { scores, missing };
}

/** Log steps read per query. */
const stepsAtOnce = 100;

type Stored = Awaited<ReturnType<FlowDocuments['steps']>>['steps'];

/** Returns the newest blocks of the ledger's chains. */
async function readLedgers(session: SqlSession) {
  const [bitcoin, ethereum] = [await readState(session), await readEthereumState(session)];
  const [top, other] = [bitcoin.ranges.at(-1)?.to ?? null, ethereum.ranges.at(-1)?.to ?? null];
  const block = top === null ? undefined : (await readBlocks(session, [top])).get(top);
  const head = other === null ? undefined : (await readEthereumBlocks(session, [other])).get(other);
  return [
    {
      blockchain: 'bitcoin' as const,
      network: bitcoin.totals?.network ?? 'none',
      height: top,
      hash: block ? toDisplayHash(block.hash) : null,
    },
    {
      blockchain: 'ethereum' as const,
      network: ethereum.chain?.network ?? 'none',
      height: other,
      hash: head ? `0x${toHex(head.hash)}` : null,
    },
  ];
}

/** Returns transactions of the drawn transfers and conversions by chain; transfers without one are reported as missing. */
function transactionsIn(document: CanvasDocument) {
  const ids = { bitcoin: new Set<string>(), ethereum: new Set<string>() };
  const missing: Missing[] = [];
  const internal = new Map<string, { id: string; transaction: string }>();
  for (const one of allOf(document, 'connection')) {
    const source = sourceOf(one);
    if (!source) {
      missing.push({
        what: 'transaction',
        id: one.id,
        why: 'It does not come from an answer of the ledger.',
      });
      continue;
    }
    ids[one.asset.chain].add(source.id);
    if (one.asset.chain === 'ethereum' && one.asset.contract === null && source.number >= 2)
      internal.set(one.id, { id: one.id, transaction: source.id });
  }
  const conversions = allOf(document, 'conversion');
  for (const id of transactionsOf(conversions, 'bitcoin')) ids.bitcoin.add(id);
  for (const id of transactionsOf(conversions, 'ethereum')) ids.ethereum.add(id);
  const { size } = new Set([...ids.bitcoin, ...ids.ethereum]);
  if (size > limits.transactions)
    throw tooLarge(`has ${size} transactions, but a bundle can have at most ${limits.transactions}`);
  return {
    bitcoin: [...ids.bitcoin],
    ethereum: [...ids.ethereum],
    internal: [...internal.values()],
    missing,
  };
}

/** Evidence bundles of documents (docs/concepts/evidence.md). */
export function createEvidence(options: {
  db: SqlDatabase;
  kysely: Kysely<Schema>;
  audit: Audit;
  documents: Pick<FlowDocuments, 'steps' | 'about'>;
  clusters: ClusterAccess;
  remote: TracingAccess['remote'];
  risk: Pick<ReturnType<typeof createRisk>, 'record'>;
  canSeeRestricted: (call: Viewing) => Promise<boolean>;
  version: string;
  now: () => number;
}) {
  const { db, kysely, audit, documents, clusters, remote, risk, canSeeRestricted, version, now } = options;
  const access: TracingAccess = {
    clusters,
    facts: createEntityFacts(),
    historicalLabels: createLabelsThen(clusters),
    remote,
    now,
  };

  async function readLog(by: ByMember, documentId: string, sequence: number | undefined): Promise<Stored> {
    const { sequence: newest } = await documents.steps(by.member, documentId, { after: 0, limit: 1 });
    const last = sequence ?? newest;
    if (last > newest) throw notFound(`Version ${last} does not exist. The document has ${newest} steps.`);
    const log: Stored = [];
    let bytes = 0;
    while (log.length < last) {
      const limit = Math.min(stepsAtOnce, last - log.length);
      const { steps } = await documents.steps(by.member, documentId, { after: log.length, limit });
      if (steps.length === 0) throw notFound('The document was deleted');
      bytes += JSON.stringify(steps).length;
      if (bytes > limits.steps) throw tooLarge(`has a log of more than ${limits.steps} bytes`);
      log.push(...steps);
    }
    return log;
  }

  async function collect(call: Call, log: Stored, document: CanvasDocument) {
    const steps = log.map(({ step }) => step);
    const wanted = transactionsIn(document);
    const around = { weight: createWeight(), signal: call.signal };
    const seesRestricted = await canSeeRestricted(call);
    const found = await inTransaction(db, 'read only', async (session) => {
      if (!seesRestricted && (await namesHidden(session, steps, now()))) throw notShown();
      const own = { ...around, session };
      return {
        ledgers: await readLedgers(session),
        directory: { version: await directoryVersion(session) },
        bitcoin: await collectBitcoin(own, wanted.bitcoin, basesOf(steps, 'bitcoin')),
        ethereum: await collectEthereum(own, wanted.ethereum, basesOf(steps, 'ethereum')),
        labels: await collectLabels(session, { document, steps }, access),
      };
    });
    const scores = await collectScores(risk, call, { document, steps });
    const why = 'Contracts moved ether in it, which can be proven only by executing their code.';
    // Missing transfers are reported with their transaction.
    const proven = new Set(found.ethereum.proofs.map(({ transaction }) => transaction));
    const unproven = wanted.internal.filter(({ transaction }) => proven.has(transaction));
    const conversions = allOf(document, 'conversion').filter((one) => {
      const [id] = transactionsOf([one], 'ethereum');
      const bytes = id === undefined ? undefined : found.ethereum.transactions.get(id);
      return !one.crossing && id !== undefined && bytes && proven.has(id) && !isProvenConversion(one, bytes);
    });
    return {
      ...found,
      scores: scores.scores,
      missing: [
        ...wanted.missing,
        ...found.bitcoin.missing,
        ...found.ethereum.missing,
        ...found.labels.missing,
        ...scores.missing,
        ...unproven.map(({ id }): Missing => ({ what: 'transfer', id, why })),
        ...conversions.map(({ id }): Missing => ({ what: 'conversion', id, why })),
      ],
    };
  }

  /** Returns the current document with its steps, or the reason why the caller can't get it. */
  async function current(
    call: Viewing & ByMember,
    documentId: string,
  ): Promise<{ document: CanvasDocument; steps: Step[] } | { leftOut: string }> {
    try {
      const log = await readLog(call, documentId, undefined);
      const steps = log.map(({ step }) => step);
      const hides =
        !(await canSeeRestricted({ ...call, asOrganization: call.member.organizationId })) &&
        (await inTransaction(db, 'read only', (session) => namesHidden(session, steps, now())));
      if (hides) return { leftOut: notShown().message };
      let document = emptyDocument;
      for (const step of steps) ({ document } = apply(document, step));
      return { document, steps };
    } catch (error) {
      if (isRefusal(error)) return { leftOut: error.message };
      throw error;
    }
  }

  return {
    /** Returns the current document as an importable file, or the reason why the caller can't get it. */
    async drawing(
      call: Viewing & ByMember,
      documentId: string,
    ): Promise<{ text: string } | { leftOut: string }> {
      const found = await current(call, documentId);
      if ('leftOut' in found) return found;
      const { document, steps } = found;
      return { text: writeFile(document, steps, steps.at(-1)?.time ?? 0) };
    },

    /** Returns the results of auto-traces in the current document; none if the caller can't get it. */
    async traces(call: Viewing & ByMember, documentId: string) {
      const found = await current(call, documentId);
      return 'leftOut' in found ? [] : traceResultsOf(found.document);
    },

    /**
     * Returns the evidence bundle of a document at a step, or in its current state. Throws 404 without access or for an
     * unknown step, 409 beyond the limits, and 403 if it names a restricted entity.
     */
    async bundle(
      call: Call & ByMember,
      documentId: string,
      sequence: number | undefined,
    ): Promise<{ type: string; bytes: Buffer; filename: string }> {
      const { actor, member, origin } = call;
      const log = await readLog(call, documentId, sequence);
      let document = emptyDocument;
      for (const { step } of log) ({ document } = apply(document, step));
      const found = await collect({ ...call, asOrganization: member.organizationId }, log, document);
      const { title } = await documents.about(member, documentId);
      const files = writeBundle(
        {
          about: {
            application: version,
            document: { id: documentId, title },
            made: {
              by: `${actor.user.name} ${actor.user.surname}`.trim(),
              at: new Date(now() - (now() % 1000)).toISOString(),
            },
            ledgers: found.ledgers,
            directory: found.directory,
            linked: found.bitcoin.linked,
          },
          document,
          changed: log.at(-1)?.step.time ?? 0,
          steps: log,
          bitcoin: found.bitcoin,
          ethereum: found.ethereum,
          labels: found.labels.labels,
          scores: found.scores,
          missing: found.missing,
        },
        nativeHashing,
      );
      const bytes = await packZip(files);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await kysely.transaction().execute((trx) =>
        audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId: member.organizationId,
          action: 'flow_document.bundle_made',
          subject: { type: 'flow_document', id: documentId },
          after: { sequence: log.length, sha256 },
        }),
      );
      return { type: 'application/zip', bytes, filename: `evidence-${documentId}-${log.length}.zip` };
    },
  };
}
