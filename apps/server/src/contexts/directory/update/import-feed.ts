import type { ImporterName, StepProgress, StepReport } from '@hopscope/contract';
import { importers } from '../import/importers.ts';
import { ImportError, type ImportItem } from '../import/import-item.ts';
import type { DirectorySync } from '../releases/sync.service.ts';
import type { FeedRow } from './feeds.store.ts';
import { seedHash, seedItems } from './seed/seed.ts';
import type { OpenSourceFiles } from './source-files.ts';

export interface ImportFeedOptions {
  readonly openFiles: OpenSourceFiles;
  readonly sync: Pick<DirectorySync, 'sync'>;
  /** Attributions that the ledger suggests. */
  readonly behavior: (signal: AbortSignal) => AsyncIterable<ImportItem>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: StepProgress) => void;
}

function isImporter(name: string): name is Exclude<ImporterName, 'seed' | 'behavior'> {
  return Object.hasOwn(importers, name);
}

/**
 * Fetches and reads a list, and synchronizes the directory with it. Throws ImportError for a list that can't be read to
 * its end, and errors of the database; the directory is unchanged then.
 */
export async function importFeed(feed: FeedRow, options: ImportFeedOptions): Promise<StepReport> {
  if (feed.importer === 'seed') return synchronize(feed, seedItems(), seedHash, options);
  if (feed.importer === 'behavior') {
    return synchronize(feed, options.behavior(options.signal), () => undefined, options);
  }
  if (!isImporter(feed.importer)) throw new ImportError('not_this_format', feed.id, 'unknown format');
  if (feed.location === null) throw new ImportError('unreachable', feed.id, 'no URL or file is set');
  options.onProgress({ phase: 'fetching', subjects: 0, attributions: 0, refused: 0 });
  const opened = await options.openFiles(feed.location, options.signal);
  try {
    const items = importers[feed.importer](opened.files, options.signal);
    return await synchronize(feed, items, () => opened.contentHash, options);
  } finally {
    await opened.dispose();
  }
}

async function synchronize(
  feed: FeedRow,
  items: AsyncIterable<ImportItem>,
  contentHash: () => string | undefined,
  { sync, signal, onProgress }: ImportFeedOptions,
): Promise<StepReport> {
  const { release, statements, attributions, entities, refused, refusedSample, otherChains } =
    await sync.sync({
      source: {
        id: feed.id,
        name: feed.name,
        importer: feed.importer,
        url: feed.location !== null && /^https?:/i.test(feed.location) ? feed.location : null,
        license: feed.license,
        acknowledgment: feed.acknowledgment,
        rank: feed.rank,
      },
      items,
      contentHash,
      signal,
      onProgress: ({ phase, subjects, attributions: read, refused: bad }) =>
        onProgress({ phase, subjects, attributions: read, refused: bad }),
    });
  return {
    release,
    statements,
    attributions,
    entities,
    refused,
    refusedSample: [...refusedSample],
    otherChains,
  };
}
