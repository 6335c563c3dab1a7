import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { randomRuns } from '../../../../../test/depth.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { startBitcoinNode } from '../../support/sources/bitcoin-node.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { start } from '../../support/command.ts';
import { rawBlocks, startCoreSource } from '../../support/sources/core-source.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { ownDatabase } from '../../support/databases.ts';
import { busiestKeys, entriesOf, monitor, screened } from '../../support/api/monitored.ts';
import { createRandom } from '../../support/survival/random.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

const { count: kills, first: firstSeed } = randomRuns(3, 21);

test('killed while it loads or follows, the source goes on where it was', async () => {
  const random = createRandom(firstSeed);
  const { url: database, db, remove } = await ownDatabase();
  let chain = createChain({ seed: 21, maxTxs: 5 });
  chain.extend(200);
  const node = await startBitcoinNode({ network: 'demo', blocks: rawBlocks(chain.blocks) });
  const entries = entriesOf(busiestKeys(chain, 4));
  await monitor(db, entries);
  const script = fileURLToPath(new URL('../../support/sources/core-child.ts', import.meta.url));
  try {
    for (let kill = 0; kill < kills; kill++) {
      const { child, waitForOutput, ended } = start({ script, args: [database, node.url] });
      await waitForOutput(/is following/);
      const enough = node.requests + 3 + random.below(25);
      await expect.poll(() => node.requests, { interval: 1 }).toBeGreaterThan(enough);
      const depth = random.below(5);
      const fork = chain.fork(chain.blocks.length - 1 - depth, kill);
      const blocks = fork.extend(depth + 2);
      node.setFrom(blocks[0]?.height ?? 0, rawBlocks(blocks));
      chain = fork;
      await expect.poll(() => node.requests, { interval: 1 }).toBeGreaterThan(enough + random.below(6));
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
    }
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    const source = startCoreSource(db, { url: node.url });
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const tip = chain.blocks.at(-1)?.block.hash ?? new Uint8Array();
    await expect.poll(async () => (await ledger.heightsOf([tip])).size).toBe(1);
    await source.stop();
    const fresh = await ownDatabase();
    await monitor(fresh.db, entries);
    await createBitcoinLedger({
      db: fresh.db,
      hashing: nativeHashing,
      listener: createMatching().bitcoin,
    }).append('demo', chain.blocks);
    expect(await dumpLedger(db)).toBe(await dumpLedger(fresh.db));
    const hits = await screened(fresh.db, 'confirmed');
    expect(hits.length).toBeGreaterThan(0);
    expect(await screened(db, 'confirmed')).toEqual(hits);
    expect(await auditBitcoin(db)).toMatchObject({ ok: true });
    await fresh.remove();
    await remove();
  } finally {
    await node.close();
  }
});
