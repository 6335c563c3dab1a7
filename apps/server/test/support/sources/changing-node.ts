import type { EthereumNode } from './ethereum-node.ts';
import { act, type Stage } from '../ledger/ethereum-stage.ts';
import type { Random } from '../survival/random.ts';

/** A node whose chain grows and reorganizes at random, and that can be reset for the next run. */
export interface ChangingNode {
  /** Adds some blocks, half of the time replacing the newest ones; the last block has a transaction of the first account. */
  change(): Promise<void>;
  /** Waits for pending changes. */
  settled(): Promise<void>;
  /** Resets the chain to its state at creation. */
  reset(): Promise<void>;
}

/** Replaces at most `deepest` blocks at once. */
export async function changeNode(
  node: EthereumNode,
  { stage, random, deepest }: { stage: Stage; random: Random; deepest: number },
): Promise<ChangingNode> {
  const first = await node.snapshot();
  let stored: string[] = [];
  let turn: Promise<void> = Promise.resolve();

  async function mine(steps: number): Promise<void> {
    stored.push(await node.snapshot());
    for (let left = steps; left > 0; left--) await act(node, stage, random);
    await node.mine();
  }

  async function changeOnce(): Promise<void> {
    const depth = random.chance(0.5) ? 0 : Math.min(stored.length, 1 + random.below(deepest));
    const back = depth > 0 ? stored.splice(-depth)[0] : undefined;
    if (back !== undefined) await node.revert(back);
    for (let left = depth + random.below(3); left > 0; left--) await mine(random.below(3));
    const [from = '', to = ''] = node.accounts;
    await node.send({ from, to, value: `0x${(1 + random.below(10 ** 9)).toString(16)}` });
    await mine(random.below(2));
  }

  return {
    change() {
      turn = turn.then(changeOnce);
      return turn;
    },
    settled: () => turn,
    async reset() {
      await turn;
      await node.revert(first);
      stored = [];
    },
  };
}
