import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeEthereumBlock, decodeReceipts, verifyEthereumBlock } from '@hopscope/chain';
import { describe } from 'vitest';
import { z } from 'zod';
import type { EthereumBundle, TokenFacts } from '../../src/ledger/ethereum/bundle.ts';

const folder = fileURLToPath(new URL('../../../../../shared/data/ethereum/rpc/', import.meta.url));

const rawTransaction = z.looseObject({
  hash: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  value: z.string(),
  gas: z.string(),
  nonce: z.string(),
  input: z.string(),
  transactionIndex: z.string(),
});
const rawLog = z.looseObject({
  address: z.string(),
  topics: z.array(z.string()),
  data: z.string(),
  logIndex: z.string(),
});
const rawReceipt = z.looseObject({
  transactionHash: z.string(),
  gasUsed: z.string(),
  effectiveGasPrice: z.string().optional(),
  status: z.string().optional(),
  logs: z.array(rawLog),
});
const rawBlock = z.looseObject({
  hash: z.string(),
  number: z.string(),
  parentHash: z.string(),
  gasUsed: z.string(),
  timestamp: z.string(),
  transactions: z.array(rawTransaction),
});

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(folder + name, 'utf8'));
}

/** A recorded block as the node wrote it, for comparison. */
export function rawEthereumBlock(number: number) {
  return {
    block: rawBlock.parse(readJson(`${number}/block.json`)),
    receipts: z.array(rawReceipt).parse(readJson(`${number}/receipts.json`)),
  };
}

/** A recorded block, decoded and verified, as the ledger takes it in. */
export function realEthereumBundle(number: number, tokens: readonly TokenFacts[] = []): EthereumBundle {
  const block = decodeEthereumBlock(readJson(`${number}/block.json`));
  const receipts = decodeReceipts(readJson(`${number}/receipts.json`), block);
  verifyEthereumBlock(block, { receipts });
  return { block, receipts, uncles: [], traces: null, tokens };
}

/** Tests on recorded blocks, which are not part of the repository; without them they are skipped, and the name says why. */
export function describeWithEthereumBlocks(name: string, tests: () => void): void {
  if (existsSync(folder)) describe(name, tests);
  else describe.skip(`${name}: skipped, ../shared/data/ethereum/rpc is absent`, tests);
}
