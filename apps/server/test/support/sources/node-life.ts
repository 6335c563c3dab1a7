import { encodeTransaction, toHex, type Transaction } from '@hopscope/chain';
import type { BitcoinMempool } from '../../../src/ledger/bitcoin/mempool/mempool.ts';
import type { Coin, TestChain } from '../ledger/chain-builder.ts';
import { coinOf, type MempoolWorld } from '../ledger/mempool-world.ts';
import { makeTransaction } from '../ledger/mining.ts';
import { createRandom, type Random } from '../survival/random.ts';
import { createWallet } from '../ledger/scripts.ts';

/** A node: a chain and its mempool, without any code under test. */
export interface LivingNode {
  chain: TestChain;
  mempool: Map<string, Transaction>;
}

export const nameOf = (tx: Transaction): string => toHex(tx.txid);
export const spentBy = (tx: Transaction): string[] =>
  tx.inputs.map((i) => `${toHex(i.prevTxid)}:${i.prevVout}`);

function confirmedIn(chain: TestChain): { txids: Set<string>; spent: Set<string> } {
  const all = chain.blocks.flatMap(({ block }) => block.transactions);
  return { txids: new Set(all.map(nameOf)), spent: new Set(all.flatMap(spentBy)) };
}

/** Removes transactions that can't be confirmed anymore: confirmed, conflicting, or without parents. */
function settle(node: LivingNode): void {
  const { txids, spent } = confirmedIn(node.chain);
  for (let before = -1; before !== node.mempool.size; ) {
    before = node.mempool.size;
    for (const [name, tx] of node.mempool) {
      const orphan = tx.inputs.some(
        ({ prevTxid }) => !txids.has(toHex(prevTxid)) && !node.mempool.has(toHex(prevTxid)),
      );
      if (txids.has(name) || orphan || spentBy(tx).some((output) => spent.has(output)))
        node.mempool.delete(name);
    }
  }
}

function spendable(node: LivingNode): Coin[] {
  const taken = new Set([...node.mempool.values()].flatMap(spentBy));
  const open = [...node.chain.coins, ...[...node.mempool.values()].map(coinOf)];
  return open.filter(({ txid, vout, value }) => value > 5000n && !taken.has(`${toHex(txid)}:${vout}`));
}

function spend(coins: readonly Coin[], script: Uint8Array, fee: number): Transaction {
  const value = coins.reduce((sum, coin) => sum + coin.value, 0n) - BigInt(fee);
  return makeTransaction({
    inputs: coins.map(({ txid, vout }) => ({ prevTxid: txid, prevVout: vout })),
    outputs: [{ value, script }],
  });
}

/** Performs a random event at the node: a payment, a replacement, an eviction, or a block. */
export function live(node: LivingNode, random: Random, wallet: readonly Uint8Array[]): void {
  const add = (tx: Transaction): void => void node.mempool.set(nameOf(tx), tx);
  const open = spendable(node);
  const all = [...node.mempool.values()];
  const choice = random.below(10);
  if (choice < 5 && open.length > 0) {
    const coins = [...new Set([random.pick(open), random.pick(open)])].slice(0, 1 + random.below(2));
    add(spend(coins, random.pick(wallet), 100 + random.below(900)));
  } else if (choice < 7 && all.length > 0) {
    const old = random.pick(all);
    const { prevTxid, prevVout } = old.inputs[0] ?? { prevTxid: new Uint8Array(32), prevVout: 0 };
    const value = coinOf(old).value;
    node.mempool.delete(nameOf(old));
    settle(node);
    if (old.inputs.length === 1 && value > 4000n) {
      add(spend([{ txid: prevTxid, vout: prevVout, value }], random.pick(wallet), 1000 + random.below(900)));
    }
  } else if (choice < 8 && all.length > 0) {
    node.mempool.delete(nameOf(random.pick(all)));
  } else {
    node.chain.mine(random.chance(0.7) ? minable(node, random) : []);
  }
  settle(node);
}

/** Returns some unconfirmed transactions, each after its parents, sometimes with a conflicting spend of the same coins. */
function minable(node: LivingNode, random: Random): Transaction[] {
  const { txids } = confirmedIn(node.chain);
  const chosen: Transaction[] = [];
  for (const tx of node.mempool.values()) {
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

/** Switches the node to another branch; transactions of the old one return to the mempool. */
export function switchBranch(node: LivingNode, depth: number, seed: number): void {
  const fork = node.chain.fork(node.chain.blocks.length - 1 - depth, seed);
  const undone = node.chain.blocks.slice(-depth).flatMap(({ block }) => block.transactions.slice(1));
  for (const tx of undone) node.mempool.set(nameOf(tx), tx);
  node.chain = fork;
  for (let i = 0; i <= depth; i++) fork.mine([]);
  settle(node);
}

/** Moves the ledger from one chain to another. */
export async function follow(
  { ledger }: Pick<MempoolWorld, 'ledger'>,
  from: TestChain,
  to: TestChain,
): Promise<void> {
  const common = to.blocks.findIndex(({ block }, i) => {
    const own = from.blocks[i]?.block;
    return !own || toHex(own.hash) !== toHex(block.hash);
  });
  if (common < 0) return;
  const depth = Math.max(0, from.blocks.length - common);
  if (depth > 0) await ledger.reorganize('demo', depth, to.blocks.slice(common));
  else await ledger.append('demo', to.blocks.slice(common));
}

/** Delivers the node's mempool, with the requested bytes. */
export async function giveList(mempool: BitcoinMempool, node: LivingNode): Promise<void> {
  const tip = node.chain.blocks.at(-1)?.block.hash ?? new Uint8Array(32);
  const present = [...node.mempool.values()].map((tx) => tx.txid);
  const wanted = await mempool.wanted(present);
  const arrived = wanted.flatMap((txid) => {
    const tx = node.mempool.get(toHex(txid));
    return tx ? [encodeTransaction(tx)] : [];
  });
  await mempool.sync({ present, arrived, tip });
}
