import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import {
  type ScreenedAddress,
  type ScreeningBatch,
  screeningBatchEndpoints,
  type ScreeningBatchFormat,
  screeningBatchLimits as limits,
  type ScreeningBatchResult,
  screeningBatchResult,
  screeningLimits,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { conflict, notFound } from '../../../../lib/app-error.ts';
import { createLru } from '../../../../lib/lru.ts';
import { isUuid } from '../../../../lib/uuid.ts';
import type { Schema } from '../../../../db/schema.ts';
import { doubling } from '../../../../jobs/retry-queue.ts';
import type { Audit } from '../../../identity/audit/audit.service.ts';
import type { Actor } from '../../../identity/auth/auth.service.ts';
import type { KeyUse } from '../../../identity/api-keys/key-use.service.ts';
import type { ByMember, Member } from '../../../identity/organizations/membership.service.ts';
import type { AddressChecks } from '../address-checks.service.ts';
import { readKey } from '../idempotency-key.ts';
import type { ScreeningRules } from '../screening-rules.service.ts';
import { batchLines, type NumberedLine } from './batch-lines.ts';
import { resultTexts } from './batch-results.ts';
import {
  type BatchRow,
  claimBatch,
  countUnfinished,
  findBatch,
  findByKey,
  finishBatch,
  insertBatch,
  insertPart,
  nextPart,
  type PartCounts,
  partAfter,
  postponeBatch,
  readBatches,
  readPart,
  releaseBatch,
  removeBatch,
  removeOld,
  startBatch,
  storePart,
} from './batches.store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** Lines that are decided from one snapshot, and stored together. */
const partLines = 250;
const pauseOf = doubling(1_000, 60_000);
/** How often newly decided lines are read for a client that waits, in milliseconds. */
const pollMs = 300;
/** Reads after which a client that waits is sent an empty line, so that the connection stays open. */
const readsPerLine = 33;
/** A file whose lines stopped arriving this long ago belongs to a process that has ended. */
const tornMs = 3_600_000;
const hour = 3_600_000;
/** Decisions that later parts of a batch reuse for the same address. */
const mostKnown = 50_000;

type Calls = typeof screeningBatchEndpoints;
type Results = z.output<NonNullable<Calls['readScreeningBatch']['query']>>;

const asLines = (rows: readonly unknown[]): Promise<Buffer> =>
  compress(Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')));
const linesOf = async (packed: Uint8Array): Promise<unknown[]> =>
  (await decompress(packed))
    .toString('utf8')
    .split('\n')
    .map((line): unknown => JSON.parse(line));

const sentLines = z.array(z.custom<NumberedLine>());
const decidedLines = z.array(screeningBatchResult);

function presentBatch(row: BatchRow): ScreeningBatch {
  const { allowed: allow, reviewed: review, blocked: block, problems } = row;
  const end = row.done_at;
  return {
    _id: row.id,
    name: row.name,
    direction: row.direction,
    state: end ? 'finished' : 'running',
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: end?.toISOString() ?? null,
    deletedAt: end && new Date(end.getTime() + limits.days * 24 * hour).toISOString(),
    rulesVersion: row.rules_number,
    lines: row.lines,
    done: allow + review + block + problems,
    decisions: { allow, review, block },
    problems,
  };
}

function countsOf(rows: readonly ScreenedAddress[]): PartCounts {
  const of = (decision: ScreenedAddress['decision']) =>
    rows.filter((row) => row.problem === null && row.decision === decision).length;
  return {
    allowed: of('allow'),
    reviewed: of('review'),
    blocked: of('block'),
    problems: rows.filter(({ problem }) => problem !== null).length,
  };
}

/** Screens files of addresses in the background, by the rules that were active when the file came. */
export function createScreeningBatches(options: {
  kysely: Kysely<Schema>;
  rules: Pick<ScreeningRules, 'active' | 'ofVersion'>;
  addressChecks: Pick<AddressChecks, 'decideBy'>;
  audit: Pick<Audit, 'record'>;
  keyUse: Pick<KeyUse, 'take'>;
  logger: Logger;
  now: () => number;
}) {
  const { kysely, rules, addressChecks, audit, keyUse, logger, now } = options;
  const known = createLru<string, ScreenedAddress>({ most: mostKnown });

  async function oneOf({ organizationId }: Member, id: string): Promise<BatchRow> {
    const row = isUuid(id) ? await findBatch(kysely, organizationId, id) : undefined;
    if (!row) throw notFound('Batch not found');
    return row;
  }

  const record = (
    db: Kysely<Schema>,
    { actor, member, origin }: ByMember,
    action: 'screening_batch.created' | 'screening_batch.deleted',
    { id, name, direction, lines }: Pick<BatchRow, 'id' | 'name' | 'direction' | 'lines'>,
  ) => {
    const about = { name, direction, lines };
    return audit.record(db, {
      actor,
      actorRole: member.role,
      origin,
      organizationId: member.organizationId,
      action,
      subject: { type: 'screening_batch', id },
      ...(action === 'screening_batch.created' ? { after: about } : { before: about }),
    });
  };

  /** Stores lines in parts as they arrive; returns their number. */
  async function storeLines(batchId: string, lines: AsyncIterable<NumberedLine>): Promise<number> {
    let part: NumberedLine[] = [];
    let [number, count] = [0, 0];
    async function store(): Promise<void> {
      const last = part.at(-1);
      if (!last) return;
      const sent = await asLines(part);
      await insertPart(kysely, { batch_id: batchId, number: number++, last_line: last.line, sent });
      count += part.length;
      part = [];
    }
    for await (const line of lines) if (part.push(line) === partLines) await store();
    await store();
    return count;
  }

  /** Decides on the lines of a part; an address that the batch had before keeps its decision. */
  async function decidePart(
    { id, organization_id: organizationId, rules_number: number, direction }: BatchRow,
    lines: readonly NumberedLine[],
    signal: AbortSignal,
  ): Promise<ScreeningBatchResult[]> {
    const nameOf = ({ address, blockchain }: NumberedLine) => `${id} ${blockchain ?? ''} ${address}`;
    const found = new Map<string, ScreenedAddress>();
    const missing = new Map<string, NumberedLine>();
    for (const line of lines) {
      const name = nameOf(line);
      const before = known.get(name);
      if (before) found.set(name, before);
      else missing.set(name, line);
    }
    const active = await rules.ofVersion(organizationId, number);
    const addresses = [...missing.values()];
    const decided = await addressChecks.decideBy(organizationId, { active, direction, addresses }, signal);
    for (const [i, name] of [...missing.keys()].entries()) {
      const row = decided[i];
      if (!row) continue;
      found.set(name, row);
      known.set(name, row);
    }
    return lines.flatMap((line) => {
      const row = found.get(nameOf(line));
      return row ? [{ ...row, line: line.line, reference: line.reference ?? null }] : [];
    });
  }

  /** Decides on the next part of a batch, or ends it. */
  async function advance(row: BatchRow, signal: AbortSignal): Promise<void> {
    const part = await nextPart(kysely, row.id);
    if (!part) return finishBatch(kysely, row.id, new Date(now()));
    const rows = await decidePart(row, sentLines.parse(await linesOf(part.sent)), signal);
    const decided = await asLines(rows);
    await storePart(kysely, row, {
      number: part.number,
      decided,
      counts: countsOf(rows),
      at: new Date(now()),
    });
  }

  /**
   * Yields the decided lines of a batch after a line, part by part; with `wait`, until the batch ends, and an empty part
   * every few seconds while it waits.
   */
  async function* decidedParts(
    member: Member,
    id: string,
    { after, wait }: Pick<Results, 'after' | 'wait'>,
    signal: AbortSignal,
  ): AsyncGenerator<ScreeningBatchResult[]> {
    let number = await partAfter(kysely, id, after);
    let reads = 0;
    while (number !== undefined && !signal.aborted) {
      const part = await readPart(kysely, id, number);
      // Past the last one, or deleted meanwhile.
      if (!part) return;
      if (part.decided) {
        yield decidedLines.parse(await linesOf(part.decided)).filter(({ line }) => line > after);
        number = part.number + 1;
        continue;
      }
      if (wait === 'false') return;
      if (reads++ % readsPerLine === 0) yield [];
      await sleep(pollMs, undefined, { signal }).catch(() => {});
    }
    // A deleted batch must not look like one that ended.
    await oneOf(member, id);
  }

  /** Counts the lines of a file that came with an API key as calls, beyond the call itself. */
  async function charge({ key }: Actor, lines: number): Promise<void> {
    const further = Math.ceil(lines / screeningLimits.addresses) - 1;
    if (key && further > 0) await keyUse.take(key, screeningBatchEndpoints.createScreeningBatch.id, further);
  }

  return {
    /**
     * Stores a file, to be screened from now on; the same idempotency key stores it once. Throws 400 with number and field of
     * a wrong line, 409 for a key that was used with another file or for too many unfinished batches, 413 for a file that is
     * too large, and 429 if its lines exceed what the plan has left of the day.
     */
    async create(
      by: ByMember,
      file: { name: string; direction: BatchRow['direction']; format: ScreeningBatchFormat },
      { bytes, key: given }: { bytes: AsyncIterable<Buffer>; key: string | string[] | undefined },
    ): Promise<ScreeningBatch> {
      const { organizationId } = by.member;
      const { name, direction, format } = file;
      const key = readKey(given);
      const since = new Date(now() - screeningLimits.idempotencyHours * hour);
      const hash = createHash('sha256').update(`${direction} ${format}\n`);
      async function* hashed(): AsyncGenerator<Buffer> {
        for await (const chunk of bytes) {
          hash.update(chunk);
          yield chunk;
        }
      }
      /** The batch that has the key. Throws 409 if it is of another file. */
      async function repeated(digest: Buffer): Promise<ScreeningBatch | undefined> {
        const row = key === null ? undefined : await findByKey(kysely, organizationId, key, since);
        if (row && !digest.equals(row.digest ?? new Uint8Array()))
          throw conflict('The idempotency key was used with a different body');
        return row && presentBatch(row);
      }

      if (key !== null && (await findByKey(kysely, organizationId, key, since))) {
        for await (const _ of hashed());
        const before = await repeated(hash.digest());
        if (before) return before;
        throw conflict('The batch with this idempotency key has just been deleted');
      }
      if ((await countUnfinished(kysely, organizationId)) >= limits.unfinished) {
        throw conflict(`${limits.unfinished} batches are unfinished. Wait until one ends, or delete one.`);
      }
      const { number } = await rules.active(organizationId);
      const id = randomUUID();
      const row: BatchRow = {
        id,
        organization_id: organizationId,
        state: 'received',
        name,
        direction,
        created_by: by.actor.user._id,
        created_at: new Date(now()),
        digest: null,
        idempotency_key: null,
        rules_number: number,
        lines: 0,
        allowed: 0,
        reviewed: 0,
        blocked: 0,
        problems: 0,
        attempts: 0,
        next_attempt_at: null,
        done_at: null,
      };
      await insertBatch(kysely, row);
      try {
        const lines = await storeLines(id, batchLines(hashed(), format));
        const digest = hash.digest();
        const isStarted = await kysely.transaction().execute(async (trx) => {
          const at = new Date(now());
          if (!(await startBatch(trx, row, { lines, digest, key, at }))) return false;
          await charge(by.actor, lines);
          await record(trx, by, 'screening_batch.created', { ...row, lines });
          return true;
        });
        if (isStarted) return presentBatch({ ...row, lines });
        await removeBatch(kysely, id);
        const first = await repeated(digest);
        if (first) return first;
        throw conflict('The batch with this idempotency key has just been deleted');
      } catch (error) {
        await removeBatch(kysely, id);
        throw error;
      }
    },

    async get(member: Member, id: string): Promise<ScreeningBatch> {
      return presentBatch(await oneOf(member, id));
    },

    /** The newest first. */
    async list(
      { organizationId }: Member,
      { before, limit }: { before?: string | undefined; limit: number },
    ) {
      const { rows, next } = await readBatches(kysely, { organizationId, before, limit });
      return { data: rows.map(presentBatch), next };
    },

    /** Returns the decided lines as text. Throws 404. */
    async results(member: Member, id: string, asked: Results, signal: AbortSignal) {
      const { name } = await oneOf(member, id);
      return { name, lines: resultTexts(decidedParts(member, id, asked, signal), asked) };
    },

    async remove(by: ByMember, id: string): Promise<void> {
      const row = await oneOf(by.member, id);
      await kysely.transaction().execute(async (trx) => {
        await removeBatch(trx, id);
        await record(trx, by, 'screening_batch.deleted', row);
      });
    },

    /** Decides on parts of running batches in turn until none is due. */
    async run(signal: AbortSignal): Promise<void> {
      for (;;) {
        const row = signal.aborted ? undefined : await claimBatch(kysely, now());
        if (!row) return;
        try {
          await advance(row, signal);
        } catch (error) {
          const at = now();
          if (signal.aborted) await releaseBatch(kysely, row, new Date(at));
          else {
            logger.error({ err: error, batch: row.id }, 'failed to decide on a part of a batch');
            await postponeBatch(kysely, row, new Date(at + pauseOf(row.attempts)));
          }
        }
      }
    },

    /** Deletes batches that ended long ago, and lines of files that never arrived completely. */
    removeOld: () =>
      removeOld(kysely, {
        ended: new Date(now() - limits.days * 24 * hour),
        torn: new Date(now() - tornMs),
      }),
  };
}
