import { decodeEthereumBlock, decodeReceipts, verifyEthereumBlock } from '@hopscope/chain';
import { z } from 'zod';
import { readDataJson } from '../../../../../test/chain-data.ts';
import type { EthereumBundle, TokenFacts } from '../../../src/ledger/ethereum/blocks/bundle.ts';

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

const readJson = (name: string): unknown => readDataJson(`ethereum/rpc/${name}`);

/** Reads a recorded block as the node wrote it, for comparison. */
export function rawEthereumBlock(number: number) {
  return {
    block: rawBlock.parse(readJson(`${number}/block.json`)),
    receipts: z.array(rawReceipt).parse(readJson(`${number}/receipts.json`)),
  };
}

/** Reads a recorded block, decoded and verified, as the ledger takes it. */
export function realEthereumBundle(number: number, tokens: readonly TokenFacts[] = []): EthereumBundle {
  const block = decodeEthereumBlock(readJson(`${number}/block.json`));
  const receipts = decodeReceipts(readJson(`${number}/receipts.json`), block);
  verifyEthereumBlock(block, { receipts });
  return { block, receipts, uncles: [], traces: null, tokens };
}
