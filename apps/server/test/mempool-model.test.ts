import { addressKeyOfScript, encodeTransaction, toHex, type Transaction } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { inTransaction } from '../src/db/session.ts';
import { auditBitcoin } from '../src/ledger/bitcoin/audit.ts';
import { readAddressSums } from '../src/ledger/bitcoin/mempool-reader.ts';
import { readAccount } from '../src/ledger/bitcoin/reader.ts';
import { nativeHashing } from '../src/ledger/native-hashing.ts';
import { type Coin, createChain, type TestChain } from './support/chain-builder.ts';
import { describeOnBothEngines, type TestDatabases } from './support/databases.ts';
import { dumpLedger } from './support/dump.ts';
import { coinOf, createWorld, type MempoolWorld } from './support/mempool-world.ts';
import { makeTransaction } from './support/mining.ts';
import { createRandom, type Random } from './support/random.ts';
import { createWallet } from './support/scripts.ts';

const runs = Number(process.env['TEST_RUNS'] ?? 2);
const steps = 25;

const nameOf = (tx: Transaction): string => toHex(tx.txid);
const spentBy = (tx: Transaction): string[] => tx.inputs.map((i) => `${toHex(i.prevTxid)}:${i.prevVout}`);

/** One address has P2PK and P2PKH outputs. */
const ownerOf = (script: Uint8Array): string => toHex(addressKeyOfScript(script, nativeHashing) ?? script);

/** A node: a chain, and what waits beside it. Nothing of the code under test is in it. */
interface Node {
  chain: TestChain;
  waiting: Map<string, Transaction>;
}

function confirmedIn(chain: TestChain): { txids: Set<string>; spent: Set<string> } {
  const all = chain.blocks.flatMap(({ block }) => block.transactions);
  return { txids: new Set(all.map(nameOf)), spent: new Set(all.flatMap(spentBy)) };
}

/** Takes out what cannot be confirmed any more: confirmed already, contradicted, or without its parents. */
function settle(node: Node): void {
  const { txids, spent } = confirmedIn(node.chain);
  for (let before = -1; before !== node.waiting.size; ) {
    before = node.waiting.size;
    for (const [name, tx] of node.waiting) {
      const orphan = tx.inputs.some(
        ({ prevTxid }) => !txids.has(toHex(prevTxid)) && !node.waiting.has(toHex(prevTxid)),
      );
      if (txids.has(name) || orphan || spentBy(tx).some((output) => spent.has(output)))
        node.waiting.delete(name);
    }
  }
}

function spendable(node: Node): Coin[] {
  const taken = new Set([...node.waiting.values()].flatMap(spentBy));
  const open = [...node.chain.coins, ...[...node.waiting.values()].map(coinOf)];
  return open.filter(({ txid, vout, value }) => value > 5000n && !taken.has(`${toHex(txid)}:${vout}`));
}

function spend(coins: readonly Coin[], script: Uint8Array, fee: number): Transaction {
  const value = coins.reduce((sum, coin) => sum + coin.value, 0n) - BigInt(fee);
  return makeTransaction({
    inputs: coins.map(({ txid, vout }) => ({ prevTxid: txid, prevVout: vout })),
    outputs: [{ value, script }],
  });
}

/** Something happens at the node. */
function live(node: Node, random: Random, wallet: readonly Uint8Array[]): void {
  const add = (tx: Transaction): void => void node.waiting.set(nameOf(tx), tx);
  const open = spendable(node);
  const all = [...node.waiting.values()];
  const choice = random.below(10);
  if (choice < 5 && open.length > 0) {
    const coins = [...new Set([random.pick(open), random.pick(open)])].slice(0, 1 + random.below(2));
    add(spend(coins, random.pick(wallet), 100 + random.below(900)));
  } else if (choice < 7 && all.length > 0) {
    const old = random.pick(all);
    const { prevTxid, prevVout } = old.inputs[0] ?? { prevTxid: new Uint8Array(32), prevVout: 0 };
    const value = coinOf(old).value;
    node.waiting.delete(nameOf(old));
    settle(node);
    if (old.inputs.length === 1 && value > 4000n) {
      add(spend([{ txid: prevTxid, vout: prevVout, value }], random.pick(wallet), 1000 + random.below(900)));
    }
  } else if (choice < 8 && all.length > 0) {
    node.waiting.delete(nameOf(random.pick(all)));
  } else {
    node.chain.mine(random.chance(0.7) ? minable(node, random) : []);
  }
  settle(node);
}

/** Some of what waits, each after its parents; now and then somebody else's spend of the same coins. */
function minable(node: Node, random: Random): Transaction[] {
  const { txids } = confirmedIn(node.chain);
  const chosen: Transaction[] = [];
  for (const tx of node.waiting.values()) {
    if (!random.chance(0.6) || !tx.inputs.every(({ prevTxid }) => txids.has(toHex(prevTxid)))) continue;
    const other = tx.inputs.length === 1 && random.chance(0.2);
    const { prevTxid, prevVout } = tx.inputs[0] ?? { prevTxid: tx.txid, prevVout: 0 };
    const coin = { txid: prevTxid, vout: prevVout, value: coinOf(tx).value };
    const mined = other ? spend([coin], coinScript, 7) : tx;
    chosen.push(mined);
    txids.add(nameOf(mined));
  }
  return chosen;
}

const coinScript = createWallet(createRandom(5), 1)[0] ?? new Uint8Array(22);

async function follow(world: MempoolWorld, from: TestChain, to: TestChain): Promise<void> {
  const common = to.blocks.findIndex(({ block }, i) => {
    const own = from.blocks[i]?.block;
    return !own || toHex(own.hash) !== toHex(block.hash);
  });
  if (common < 0) return;
  const depth = Math.max(0, from.blocks.length - common);
  if (depth > 0) await world.ledger.reorganise('demo', depth, to.blocks.slice(common));
  else await world.ledger.append('demo', to.blocks.slice(common));
}

/** What is held is what the node has; each in one place; totals of addresses are those of the blocks alone. */
async function compare(world: MempoolWorld, node: Node, wallet: readonly Uint8Array[]): Promise<void> {
  expect(await world.mempool.held()).toEqual(new Set(node.waiting.keys()));
  const confirmed = node.chain.blocks.flatMap(({ block }) => block.transactions);
  const outputs = new Map<string, { script: string; value: bigint }>();
  for (const tx of [...confirmed, ...node.waiting.values()]) {
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
        totals([...node.waiting.values()], ownerOf(script)),
      );
    }
  });
}

async function run(databases: TestDatabases, seed: number): Promise<void> {
  const random = createRandom(seed);
  const db = await databases.empty();
  const world = await createWorld(db);
  const wallet = createWallet(random, 6).filter((script) => addressKeyOfScript(script, nativeHashing));
  const node: Node = { chain: world.chain, waiting: new Map() };
  let followed = createChain({ seed: 31, maxTxs: 4 });
  followed.extend(8);
  for (let step = 0; step < steps; step++) {
    for (let i = random.below(4); i >= 0; i--) live(node, random, wallet);
    if (random.chance(0.12) && node.chain.blocks.length > 11) {
      const depth = 1 + random.below(2);
      const fork = node.chain.fork(node.chain.blocks.length - 1 - depth, seed + step);
      const undone = node.chain.blocks.slice(-depth).flatMap(({ block }) => block.transactions.slice(1));
      for (const tx of undone) node.waiting.set(nameOf(tx), tx);
      node.chain = fork;
      for (let i = 0; i <= depth; i++) fork.mine([]);
      settle(node);
    }
    // The list may come before the ledger has the node's blocks: what has left it must stay then.
    const tip = node.chain.blocks.at(-1)?.block.hash ?? new Uint8Array(32);
    const list = async () => {
      const present = [...node.waiting.values()].map((tx) => tx.txid);
      const wanted = await world.mempool.wanted(present);
      const arrived = wanted.flatMap((txid) => {
        const tx = node.waiting.get(toHex(txid));
        return tx ? [encodeTransaction(tx)] : [];
      });
      await world.mempool.sync({ present, arrived, tip });
    };
    if (random.chance(0.5)) await list();
    await follow(world, followed, node.chain);
    followed = node.chain.fork(node.chain.blocks.length - 1, 1);
    await list();
    await list();
    await compare(world, node, wallet);
  }
  expect(await auditBitcoin(db)).toMatchObject({ ok: true });
  const dump = await dumpLedger(db);
  await world.mempool.clear();
  expect(await dumpLedger(db)).toBe(dump);
}

describeOnBothEngines('Random lists, blocks and reorganisations', (databases) => {
  test.each(Array.from({ length: runs }, (_, i) => 400 + i))(
    'run %i holds what the node holds',
    { timeout: 120_000 },
    (seed) => run(databases, seed),
  );
});
