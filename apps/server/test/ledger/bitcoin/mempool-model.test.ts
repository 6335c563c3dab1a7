import { addressKeyOfScript, toHex, type Transaction } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { randomSeeds } from '../../../../../test/depth.ts';
import { inTransaction } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import { readAddressSums } from '../../../src/ledger/bitcoin/mempool/mempool-reader.ts';
import { readAccount } from '../../../src/ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase, type TestDatabases } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { createWorld, type MempoolWorld } from '../../support/ledger/mempool-world.ts';
import {
  follow,
  giveList,
  live,
  type LivingNode,
  nameOf,
  spentBy,
  switchBranch,
} from '../../support/sources/node-life.ts';
import { createRandom } from '../../support/survival/random.ts';
import { createWallet } from '../../support/ledger/scripts.ts';

const steps = 25;

/** One address has P2PK and P2PKH outputs. */
const ownerOf = (script: Uint8Array): string => toHex(addressKeyOfScript(script, nativeHashing) ?? script);

/** What is held is what the node has; each in one place; totals of addresses are those of the blocks alone. */
async function compare(world: MempoolWorld, node: LivingNode, wallet: readonly Uint8Array[]): Promise<void> {
  expect(await world.mempool.txids()).toEqual(new Set(node.mempool.keys()));
  const confirmed = node.chain.blocks.flatMap(({ block }) => block.transactions);
  const outputs = new Map<string, { script: string; value: bigint }>();
  for (const tx of [...confirmed, ...node.mempool.values()]) {
    tx.outputs.forEach(({ script, value }, i) =>
      outputs.set(`${nameOf(tx)}:${i}`, { script: ownerOf(script), value }),
    );
  }
  const totals = (txs: readonly Transaction[], script: string): { received: bigint; spent: bigint } => {
    let [received, spent] = [0n, 0n];
    for (const tx of txs) {
      for (const output of tx.outputs) if (ownerOf(output.script) === script) received += output.value;
      for (const name of spentBy(tx)) {
        const output = outputs.get(name);
        if (output?.script === script) spent += output.value;
      }
    }
    return { received, spent };
  };
  await inTransaction(world.db, 'read only', async (session) => {
    for (const script of wallet) {
      const key = addressKeyOfScript(script, nativeHashing);
      if (!key) continue;
      const account = await readAccount(session, key);
      expect({ received: account?.received ?? 0n, spent: account?.spent ?? 0n }).toEqual(
        totals(confirmed, ownerOf(script)),
      );
      expect(await readAddressSums(session, key)).toMatchObject(
        totals([...node.mempool.values()], ownerOf(script)),
      );
    }
  });
}

async function run(databases: TestDatabases, seed: number): Promise<void> {
  const random = createRandom(seed);
  const db = await databases.empty();
  const world = await createWorld(db);
  const wallet = createWallet(random, 6).filter((script) => addressKeyOfScript(script, nativeHashing));
  const node: LivingNode = { chain: world.chain, mempool: new Map() };
  let followed = createChain({ seed: 31, maxTxs: 4 });
  followed.extend(8);
  for (let step = 0; step < steps; step++) {
    for (let i = random.below(4); i >= 0; i--) live(node, random, wallet);
    if (random.chance(0.12) && node.chain.blocks.length > 11) {
      switchBranch(node, 1 + random.below(2), seed + step);
    }
    // The list may come before the ledger has the node's blocks: what has left it must stay then.
    if (random.chance(0.5)) await giveList(world.mempool, node);
    await follow(world, followed, node.chain);
    followed = node.chain.fork(node.chain.blocks.length - 1, 1);
    await giveList(world.mempool, node);
    await giveList(world.mempool, node);
    await compare(world, node, wallet);
  }
  expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  const dump = await dumpLedger(db);
  await world.mempool.clear();
  expect(await dumpLedger(db)).toBe(dump);
}

describeWithDatabase('Random lists, blocks and reorganizations', (databases) => {
  test.each(randomSeeds(2, 400))('run %i holds what the node holds', (seed) => run(databases, seed));
});
