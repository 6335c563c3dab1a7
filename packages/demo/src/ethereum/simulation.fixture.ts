import {
  decodeCallTraces,
  decodeEthereumBlock,
  decodeReceipts,
  type EthereumBlock,
  type Receipt,
  verifyEthereumBlock,
  verifyTraces,
} from '@hopscope/chain';
import type { DemoBlock } from '../bitcoin/block.ts';
import type { DemoOptions } from '../bitcoin/simulation.ts';
import { type DemoSimulation, simulateDemo } from '../simulation.ts';
import type { TruthEvent } from '../truth.ts';
import type { DemoEthereumBlock } from './model.ts';

export const day = 86_400;
export const start = 1_735_689_600;
export const options: DemoOptions = {
  seed: 7,
  start,
  length: 90 * day,
  blockInterval: 3600,
  transactions: 2_000,
  ethereumTransactions: 9_000,
};

/** Both sides of a demo, with the truth about it. */
export interface Made {
  simulation: DemoSimulation;
  events: TruthEvent[];
  bitcoinBlocks: DemoBlock[];
  blocks: { block: EthereumBlock; receipts: Receipt[]; raw: DemoEthereumBlock }[];
}

/** Produces both sides block by block; decodes and verifies each Ethereum block as one from a node. */
export function make(given: DemoOptions, until = given.length): Made {
  const events: TruthEvent[] = [];
  const simulation = simulateDemo(given, (event) => void events.push(event));
  const blocks: Made['blocks'] = [];
  const bitcoinBlocks: DemoBlock[] = [];
  for (let at = 0; at <= until; at += given.blockInterval) {
    bitcoinBlocks.push(simulation.bitcoin.next(given.start + at));
    const raw = simulation.ethereum.next(given.start + at);
    blocks.push({ ...verified(raw), raw });
  }
  return { simulation, events, bitcoinBlocks, blocks };
}

/** Decodes and verifies a block as one from a node. */
export function verified({ answers }: DemoEthereumBlock): { block: EthereumBlock; receipts: Receipt[] } {
  const block = decodeEthereumBlock(answers.block);
  const receipts = decodeReceipts(answers.receipts, block);
  verifyEthereumBlock(block, { receipts, uncles: [] });
  verifyTraces(decodeCallTraces(answers.traces), block, receipts);
  return { block, receipts };
}
