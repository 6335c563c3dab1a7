import { bip34Height, decodeBlock, encodeTransaction, toHex } from '@hopscope/chain';
import { describeWithDatabase, ownDatabase } from '../../support/databases.ts';
import { describe, expect, test } from 'vitest';
import { readData } from '../../../../../test/chain-data.ts';
import { type SqlDatabase, withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { readRawTx } from '../../../src/ledger/bitcoin/blocks/stored-scripts.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { readTxsById } from '../../../src/ledger/bitcoin/lookups.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';

const chain = createChain({ seed: 33, maxTxs: 12 });
chain.extend(35);

const realBlocks = ['block300025.raw', 'block702861.raw'];

const ledgerOf = (db: SqlDatabase, keepScripts = true) =>
  createBitcoinLedger({ db, hashing: nativeHashing, keepScripts });

/** Transactions of blocks whose stored bytes are not those that came; and how many were looked at. */
async function differing(
  db: SqlDatabase,
  blocks: readonly BlockAtHeight[],
): Promise<{ looked: number; other: string[]; missing: number }> {
  const result = { looked: 0, other: [] as string[], missing: 0 };
  await withSession(db, async (session) => {
    for (const { block } of blocks) {
      for (const tx of block.transactions) {
        const found = (await readTxsById(session, [tx.txid])).at(-1);
        const raw = found && (await readRawTx(session, found, nativeHashing));
        result.looked++;
        if (!raw) result.missing++;
        else if (toHex(raw) !== toHex(encodeTransaction(tx))) result.other.push(toHex(tx.txid));
      }
    }
  });
  return result;
}

const countOf = (blocks: readonly BlockAtHeight[]): number =>
  blocks.reduce((sum, { block }) => sum + block.transactions.length, 0);

const auditOf = async (db: SqlDatabase) => {
  const result = await auditBitcoin(db);
  return result.ok ? result.report.scriptsStored : result.violation;
};

describeWithDatabase('kept scripts', (databases) => {
  test('give back every transaction byte by byte, whatever its scripts', async () => {
    const db = await databases.empty();
    await ledgerOf(db).append(chain.network, chain.blocks);
    expect(await differing(db, chain.blocks)).toEqual({
      looked: countOf(chain.blocks),
      other: [],
      missing: 0,
    });
    expect(await auditOf(db)).toBe(countOf(chain.blocks));
  });

  test('hold where inputs become known later', async () => {
    const db = await databases.empty();
    const ledger = ledgerOf(db);
    await ledger.append(chain.network, chain.blocks.slice(20));
    expect(await differing(db, chain.blocks.slice(20))).toMatchObject({ other: [], missing: 0 });
    await ledger.append(chain.network, chain.blocks.slice(0, 20));
    expect(await differing(db, chain.blocks)).toMatchObject({ other: [], missing: 0 });
  });

  test('go with a block that is taken back', async () => {
    const db = await databases.empty();
    const ledger = ledgerOf(db);
    await ledger.append(chain.network, chain.blocks);
    await ledger.disconnect();
    expect(await auditOf(db)).toBe(countOf(chain.blocks.slice(0, -1)));
  });

  test('are not kept where that is not wanted, block by block', async () => {
    const db = await databases.empty();
    await ledgerOf(db, false).append(chain.network, chain.blocks.slice(0, 10));
    await ledgerOf(db).append(chain.network, chain.blocks.slice(10, 20));
    const [without, stored] = [chain.blocks.slice(0, 10), chain.blocks.slice(10, 20)];
    expect(await differing(db, without)).toMatchObject({ missing: countOf(without) });
    expect(await differing(db, stored)).toMatchObject({ other: [], missing: 0 });
    expect(await auditOf(db)).toBe(countOf(stored));
  });

  test.each([
    [
      'a byte changed',
      'update btc_tx_rest set rest = set_byte(rest, 0, 255 - get_byte(rest, 0)) where pos = $1',
    ],
    ['a byte too many', 'update btc_tx_rest set rest = rest || $$x$$::bytea where pos = $1'],
    ['nothing left', "update btc_tx_rest set rest = '' where pos = $1"],
    ['one of a block missing', 'delete from btc_tx_rest where pos = $1'],
    [
      'one of a transaction that is not there',
      'insert into btc_tx_rest select pos + 1000000000000, rest from btc_tx_rest where pos = $1',
    ],
  ])('are audited: %s', async (_, change) => {
    const db = await databases.empty();
    await ledgerOf(db).append(chain.network, chain.blocks);
    await withSession(db, async (session) => {
      const { rows } = await session.query<{ pos: bigint }>(
        `select t.pos from btc_tx_rest t where mod(t.pos, 131072) > 0 and length(t.rest) > 8 order by t.pos desc limit 1`,
      );
      await session.query(change, [String(rows[0]?.pos)]);
    });
    expect(await auditOf(db)).toMatchObject({ check: 'scripts' });
  });
});

describe('kept scripts of real blocks', () => {
  test.each(realBlocks)('%s comes back byte by byte', async (file) => {
    const { db, remove } = await ownDatabase();
    const block = decodeBlock(readData(`bitcoin/${file}`), { hashing: nativeHashing });
    const height = bip34Height(block) ?? 0;
    await ledgerOf(db).append('mainnet', [{ height, block }]);
    const some = { ...block, transactions: block.transactions.slice(0, 40) };
    expect(await differing(db, [{ height, block: some }])).toEqual({ looked: 40, other: [], missing: 0 });
    // The audit rebuilds the whole block and checks its hashes, those of the witnesses too.
    expect(await auditOf(db)).toBe(block.transactions.length);
    await remove();
  });
});
