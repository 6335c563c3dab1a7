import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { openPostgres } from '../../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { startBitcoinNode } from '../../support/sources/bitcoin-node.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { rawBlocks, startCoreSource } from '../../support/sources/core-source.ts';
import { onPostgresServer, ownDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { type SmallDisk, smallDisk } from '../../support/survival/small-disk.ts';

/** A PostgreSQL database whose tables stand on a disk. The server has to run on this machine. */
async function postgresOn({ path }: SmallDisk): Promise<{ db: SqlDatabase; remove(): Promise<void> }> {
  const { url, prefix } = inject('postgres');
  const admin = openPostgres({ url, poolSize: 1 });
  const { rows } = await withSession(admin, (session) =>
    session.query<{ data_directory: string }>('show data_directory'),
  );
  await admin.close();
  const folder = join(path, 'tables');
  mkdirSync(folder);
  const { uid, gid } = statSync(rows[0]?.data_directory ?? '');
  chownSync(folder, uid, gid);
  await onPostgresServer(`create tablespace small_disk location '${folder}'`);
  await onPostgresServer(
    `create database ${prefix}on_small_disk template ${prefix}template tablespace small_disk`,
  );
  // The copy's files have holes until its pages are written: on a full disk any reader that had to write one would fail.
  await onPostgresServer('checkpoint');
  const own = new URL(url);
  own.pathname = `/${prefix}on_small_disk`;
  const db = openPostgres({ url: own.href, poolSize: 4 });
  return {
    db,
    async remove() {
      await db.close();
      await onPostgresServer(`drop database ${prefix}on_small_disk with (force)`);
      await onPostgresServer('drop tablespace small_disk');
    },
  };
}

describe('A full disk below the ledger', () => {
  const diskFor = smallDisk(120);

  test('is said, leaves a whole ledger, and once there is room the node is followed on', async (context) => {
    const disk = diskFor(context);
    const chain = createChain({ seed: 31, maxTxs: 20 });
    chain.extend(20);
    const node = await startBitcoinNode({ network: 'demo', blocks: rawBlocks(chain.blocks) });
    const { db, remove } = await postgresOn(disk);
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const source = startCoreSource(db, { url: node.url, pollMs: 10, retryMs: 10 });
    try {
      await expect.poll(() => source.status()).toEqual({ phase: 'following', height: 20 });
      const ballast = disk.fill(0);
      const more = chain.extend(300);
      node.setFrom(21, rawBlocks(more));
      const full = { phase: 'retrying', reason: 'The database disk is full' };
      await expect.poll(() => source.status(), { interval: 10 }).toMatchObject(full);
      const [range] = await ledger.ranges();
      expect(range?.to).toBeLessThan(chain.blocks.length - 1);
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
      expect(source.status()).toMatchObject({ height: range?.to });
      rmSync(ballast);
      const synced = { phase: 'following', height: chain.blocks.length - 1 };
      await expect.poll(() => source.status()).toEqual(synced);
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
      expect(source.failures).toEqual([]);
      const fresh = await ownDatabase();
      await createBitcoinLedger({ db: fresh.db, hashing: nativeHashing }).append('demo', chain.blocks);
      expect(await dumpLedger(db)).toBe(await dumpLedger(fresh.db));
      await fresh.remove();
    } finally {
      await source.stop();
      await node.close();
      await remove();
    }
  });
});
