import { expect, test } from 'vitest';
import { inTransaction, withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { relabel } from '../../../src/ledger/bitcoin/clusters/clusters.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase, type TestDatabases } from '../../support/databases.ts';

const chain = createChain({ seed: 77, maxTxs: 8, wallet: 40 });
chain.extend(30);
const leaf = 'select id from btc_cluster where parent is not null and size = 1 order by id limit 1';
const top = 'select id from btc_cluster where parent is null order by size desc, id limit 1';

async function loaded(databases: TestDatabases) {
  const db = await databases.empty();
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  await ledger.append('demo', chain.blocks.slice(0, 25));
  const { rows } = await withSession(db, (session) =>
    session.query<{ key: Uint8Array }>('select key from btc_cluster order by id limit 6'),
  );
  const changes = rows.map(({ key }, i) => ({ key, entity: `e${i % 2}`, delta: 1 }));
  await inTransaction(db, 'read write', (session) => relabel(session, changes));
  await ledger.append('demo', chain.blocks.slice(25));
  return { db, ledger };
}

describeWithDatabase('The audit of clusters', (databases) => {
  test('counts them, also while they are behind', async () => {
    const { db } = await loaded(databases);
    const complete = await auditBitcoin(db);
    if (!complete.ok) throw new Error(complete.violation.message);
    const { upTo, addresses, links } = complete.report.clusters;
    expect(upTo).toBe(30);
    expect(addresses).toBeGreaterThan(links);
    expect(links).toBeGreaterThan(10);
    await withSession(db, (session) => session.query('update btc_cluster_state set rule = 0, done = -1'));
    expect(await auditBitcoin(db)).toMatchObject({ ok: true, report: { clusters: { upTo: -1, links: 0 } } });
  });

  test.each([
    [
      'an address that is missing',
      `delete from btc_cluster where id in (select max(id) from btc_cluster where size = 1)`,
      /size of a cluster|is in the wrong place/,
    ],
    [
      'an address whose number is another',
      `update btc_cluster set id = id + 1 where id = (${leaf})`,
      /is not in a cluster|links of a cluster differ/,
    ],
    [
      'an address that is not found',
      `update btc_cluster set home = home + 1 where id = (${leaf})`,
      /is not in a cluster/,
    ],
    ['a size', `update btc_cluster set size = size + 1 where id = (${top})`, /size of a cluster/],
    [
      'a parent that is missing',
      `update btc_cluster set parent = -5, place = 1 where id = (${leaf})`,
      /is in the wrong place/,
    ],
    [
      'a circle',
      `update btc_cluster set parent = (${leaf}), place = 1, linked = 1 where id = (${top})`,
      /is in the wrong place/,
    ],
    [
      'a transaction that joined others',
      `update btc_cluster set linked = linked + 1 where id = (select max(id) from btc_cluster where parent = (${top}))`,
      /links of a cluster differ|is in the wrong place/,
    ],
    [
      'an address too many',
      `insert into btc_cluster (id, home, key, size) select max(id) + 1, 0, 'x', 1 from btc_cluster`,
      /Clusters have/,
    ],
    [
      'a count of an entity',
      `update btc_cluster_entity set n = n + 1 where id = (select max(id) from btc_cluster_entity)`,
      /wrong count of addresses attributed/,
    ],
    [
      'an attribution that no cluster counts',
      `insert into btc_label select key, 'other', 1 from btc_cluster where id = (${leaf})`,
      /wrong count of addresses attributed to other/,
    ],
  ])('names %s', async (_, damage, says) => {
    const { db } = await loaded(databases);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    await withSession(db, (session) => session.query(damage));
    const result = await auditBitcoin(db);
    if (result.ok) throw new Error('The audit found nothing');
    expect(result.violation.check).toBe('cluster');
    expect(result.violation.message).toMatch(says);
  });
});
