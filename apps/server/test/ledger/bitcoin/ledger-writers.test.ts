import { describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/db/postgres.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { LedgerError } from '../../../src/ledger/shared/ledger-error.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { createPostgresDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';

const chain = createChain({ seed: 71 });
chain.extend(25);

describe('two writers on one PostgreSQL', () => {
  test('take turns: every block goes in once', async () => {
    const created = await createPostgresDatabase();
    const dbs = [
      openPostgres({ url: created.url, poolSize: 2 }),
      openPostgres({ url: created.url, poolSize: 2 }),
    ];
    let refused = 0;
    await Promise.all(
      dbs.map(async (db) => {
        const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
        for (const placed of chain.blocks) {
          await ledger.append(chain.network, [placed]).catch((error: unknown) => {
            if (!(error instanceof LedgerError) || error.code !== 'height_taken') throw error;
            refused++;
          });
        }
      }),
    );
    expect(refused).toBe(chain.blocks.length);
    const [db] = dbs;
    const fresh = await createPostgresDatabase();
    const freshDb = openPostgres({ url: fresh.url, poolSize: 1 });
    await createBitcoinLedger({ db: freshDb, hashing: nativeHashing }).append(chain.network, chain.blocks);
    expect(db && (await dumpLedger(db))).toBe(await dumpLedger(freshDb));
    for (const open of [...dbs, freshDb]) await open.close();
    await created.drop();
    await fresh.drop();
  });

  test('an audit sees one state while blocks come and go', async () => {
    const created = await createPostgresDatabase();
    const db = openPostgres({ url: created.url, poolSize: 4 });
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append(chain.network, chain.blocks);
    const writer = (async () => {
      for (let round = 0; round < 25; round++)
        await ledger.reorganize(chain.network, 4, chain.blocks.slice(-4));
      for (let round = 0; round < 10; round++) {
        await ledger.disconnect();
        await ledger.append(chain.network, chain.blocks.slice(-1));
      }
    })();
    const ended = writer.then(() => 'ended');
    let audits = 0;
    while ((await Promise.race([ended, Promise.resolve('running')])) === 'running') {
      expect(await auditBitcoin(db)).toMatchObject({ ok: true });
      audits++;
    }
    expect(audits).toBeGreaterThan(3);
    await db.close();
    await created.drop();
  });
});
