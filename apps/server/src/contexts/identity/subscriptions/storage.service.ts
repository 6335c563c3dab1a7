import { statfs } from 'node:fs/promises';
import { storageLimits } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Subscriptions } from './subscriptions.service.ts';

/** Free disk space for this process in bytes; replaceable in tests. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Asks the system. */
export const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const gib = 1024 ** 3;

/** Bytes that one context stores for an organization. */
export type StoredBytes = (trx: Kysely<Schema>, organizationId: string) => Promise<number>;

/** Limits stored data by plan and by free disk space. */
export function createStorage(options: {
  subscriptions: Pick<Subscriptions, 'isFree'>;
  dataDir: string;
  /** Bytes of the disk that uploads must leave: a full disk stops the database for everybody. */
  reserveBytes: number;
  freeBytes?: FreeBytes;
  /** Bytes that an organization stores, by each module that stores for it. */
  stored: readonly StoredBytes[];
}) {
  const { subscriptions, dataDir, reserveBytes, freeBytes = freeBytesOf, stored } = options;

  /** 507 `unavailable` while the disk has less than the reserve, or would have with `bytes` more. */
  async function checkDisk(bytes = 0): Promise<void> {
    if ((await freeBytes(dataDir)) - bytes >= reserveBytes) return;
    throw new AppError(
      'storage_full',
      'The server disk is almost full. Uploads are disabled until the operator frees space.',
    );
  }

  return {
    checkDisk,

    /**
     * Throws if an organization can't store `bytes` more: 507 like `checkDisk`, or 409 `plan_limit` above the plan. `trx` has
     * locked the record that the bytes belong to.
     */
    async check(trx: Kysely<Schema>, organizationId: string, bytes: number): Promise<void> {
      await checkDisk(bytes);
      const limit = (await subscriptions.isFree(trx, organizationId))
        ? storageLimits.free
        : storageLimits.paid;
      let used = 0;
      for (const read of stored) used += await read(trx, organizationId);
      if (used + bytes <= limit) return;
      throw new AppError(
        'plan_limit',
        `The plan of this organization stores ${limit / gib} GB of evidence files and FlowTrace documents, and the limit has been reached`,
        { details: { limit, used } },
      );
    },
  };
}

export type Storage = ReturnType<typeof createStorage>;
