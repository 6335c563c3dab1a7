import { type SqlDatabase, withSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts';
import type { Audit, AuditRecord } from '../../identity/audit/audit.service.ts';
import { countAttributions } from '../attributions/attributions.store.ts';
import { cleanAttribution, cleanSubject, type Refusal } from './clean-item.ts';
import type { ImportItem } from '../import/import-item.ts';
import { mapNewSubjects } from '../records/map-subjects.ts';
import type { ReleaseRow } from './releases.store.ts';
import { putSource, putSourceState, type SourceDescription } from '../records/sources.store.ts';
import {
  analyzeDirectory,
  type Difference,
  emptyStaging,
  openStaging,
  removeOrphans,
  takeOverAttributions,
  takeOverStatements,
} from './staging.store.ts';
import { countSubjects } from '../records/subjects.store.ts';
import { type ReleaseOptions, writeRelease } from './write-release.ts';

/** Refusals to keep for display. */
const refusalsStored = 100;

/** Result of a synchronization. */
export interface SyncReport {
  /** Null: the source is unchanged. */
  readonly release: number | null;
  readonly statements: Difference;
  readonly attributions: Difference;
  /** Entities whose record changed, and the first differences. */
  readonly entities: number;
  readonly sample: ReleaseRow['sample'];
  /** Unusable rows; the first of them with their reasons. */
  readonly refused: number;
  readonly refusedSample: readonly Refusal[];
  /** Attributions of addresses on unsupported chains. */
  readonly otherChains: number;
}

/** Progress of a synchronization. */
export interface SyncProgress {
  readonly phase: 'reading' | 'writing';
  readonly subjects: number;
  readonly attributions: number;
  readonly refused: number;
}

export interface SyncRun {
  readonly source: SourceDescription;
  readonly items: AsyncIterable<ImportItem>;
  /** When the source was fetched; default: now. */
  readonly retrievedAt?: Date;
  /** Returns the hash of the read bytes; called when all are read. */
  readonly contentHash?: () => string | undefined;
  /** Who requested it; undefined: the application itself. */
  readonly by?: Pick<AuditRecord, 'actor' | 'origin'> | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SyncProgress) => void;
}

/** The data read from a source. */
interface Read {
  subjects: number;
  attributions: number;
  refused: number;
  otherChains: number;
  dataDate: string | null;
  readonly refusedSample: Refusal[];
}

const nothing: Difference = { added: 0, removed: 0 };

/**
 * Synchronizes the directory with a source: reads it into staging tables, then applies the difference in one transaction.
 * If a source fails or is aborted, nothing changes; an unchanged one changes nothing either. Memory use doesn't grow with
 * the source. Runs one source at a time.
 */
export function createDirectorySync(
  options: ReleaseOptions & {
    db: SqlDatabase;
    audit: Pick<Audit, 'record'>;
    /** The network whose Bitcoin addresses are valid. */
    network: () => Promise<NetworkName>;
  },
) {
  const { db, audit, now, network } = options;
  const mutex = createKeyedMutex();

  async function read({ source, items, signal, onProgress }: SyncRun): Promise<Read> {
    const staging = await openStaging(db, source.rank);
    const bitcoin = await network();
    const found: Read = {
      subjects: 0,
      attributions: 0,
      refused: 0,
      otherChains: 0,
      dataDate: null,
      refusedSample: [],
    };
    const refuse = (refusals: readonly Refusal[]): void => {
      found.refused += refusals.length;
      found.refusedSample.push(...refusals.slice(0, refusalsStored - found.refusedSample.length));
    };
    const take = async (item: ImportItem): Promise<void> => {
      switch (item.kind) {
        case 'subject': {
          const { subject, statements, refused } = cleanSubject(item);
          refuse(refused);
          if (!subject) return;
          found.subjects++;
          await staging.subject(subject.localId, subject);
          for (const statement of statements) await staging.statement(statement);
          return;
        }
        case 'attribution': {
          const cleaned = cleanAttribution(item, bitcoin);
          if ('reason' in cleaned) return refuse([cleaned]);
          found.attributions++;
          return staging.attribution(cleaned);
        }
        case 'refused':
          return refuse([{ place: item.place.slice(0, 300), reason: item.reason.slice(0, 300) }]);
        case 'other_chain':
          found.otherChains++;
          return;
        case 'data_date':
          found.dataDate = item.date.slice(0, 40);
      }
    };
    let seen = 0;
    for await (const item of items) {
      signal?.throwIfAborted();
      await take(item);
      if (++seen % 1_000 === 0) onProgress?.({ phase: 'reading', ...found });
    }
    await staging.finish();
    onProgress?.({ phase: 'writing', ...found });
    return found;
  }

  async function write(run: SyncRun, found: Read): Promise<SyncReport> {
    const { source, by } = run;
    const retrievedAt = run.retrievedAt ?? new Date(now());
    const sourceId = source.id;
    let report: SyncReport | undefined;
    await writeRelease(
      options,
      { sourceId, kind: 'sync', actor: by?.actor?.user._id ?? null },
      {
        async work({ session, release }) {
          run.signal?.throwIfAborted();
          await putSource(session, source);
          const orphans = await removeOrphans(session);
          found.refused += orphans.count;
          for (const place of orphans.localIds.slice(0, refusalsStored - found.refusedSample.length)) {
            found.refusedSample.push({ place, reason: 'addresses of a subject without statements' });
          }
          const change = { sourceId, rank: source.rank, release, retrievedAt };
          const mapped = await mapNewSubjects(session, change);
          const statements = await takeOverStatements(session, change);
          const attributions = await takeOverAttributions(session, change);
          const moved = statements.added + statements.removed + attributions.added + attributions.removed;
          return moved + mapped === 0 ? undefined : { statements, attributions, refused: found.refused };
        },
        async after({ session, trx }, row) {
          await putSourceState(session, sourceId, {
            dataDate: found.dataDate,
            retrievedAt,
            contentHash: run.contentHash?.() ?? null,
            entities: await countSubjects(session, sourceId),
            attributions: await countAttributions(session, sourceId),
            refused: found.refused,
            otherChains: found.otherChains,
            refusedSample: found.refusedSample,
          });
          const { statements, attributions } = row ?? { statements: nothing, attributions: nothing };
          report = {
            release: row?.id ?? null,
            statements,
            attributions,
            entities: row?.entities ?? 0,
            sample: row?.sample ?? [],
            refused: found.refused,
            refusedSample: found.refusedSample,
            otherChains: found.otherChains,
          };
          if (!row) return;
          await audit.record(trx, {
            ...by,
            organizationId: null,
            action: 'directory.synced',
            subject: { type: 'directory_source', id: null },
            after: { source: sourceId, release: row.id, statements, attributions, refused: found.refused },
          });
        },
      },
    );
    if (!report) throw new RangeError('A synchronization ends with a report');
    // The built-in database updates its statistics only on request.
    if (report.release !== null) await withSession(db, analyzeDirectory);
    return report;
  }

  async function readAndWrite(asked: SyncRun): Promise<SyncReport> {
    try {
      return await write(asked, await read(asked));
    } finally {
      await emptyStaging(db);
    }
  }

  /** Runs one at a time: the staging tables are for one source. */
  const runExclusive = <T>(work: () => Promise<T>): Promise<T> => mutex('staging', work);

  return {
    /** Throws the importer's errors, and the signal's reason if aborted. */
    sync: (asked: SyncRun): Promise<SyncReport> => runExclusive(() => readAndWrite(asked)),
    /** Reserves the staging tables for a synchronization in another thread. */
    runExclusive,
  };
}

export type DirectorySync = ReturnType<typeof createDirectorySync>;
