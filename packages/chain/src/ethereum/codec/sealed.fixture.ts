import { type Answer, type BlockAnswers, prefixed, quantity } from './answers.fixture.ts';
import { addToBloom, hashOnce } from '../trie/bloom.ts';
import { decodeEthereumBlock } from './decode-block.ts';
import { decodeReceipts } from './decode-receipts.ts';
import {
  encodeEthereumHeader,
  encodeEthereumTransaction,
  encodeReceipt,
  encodeWithdrawal,
} from './encode.ts';
import { keccak256 } from '../hash/keccak.ts';
import { deriveRoot } from '../trie/trie.ts';

/** The same answers with hashes, roots and blooms that follow from the rest. */
export function sealed(answers: BlockAnswers): BlockAnswers {
  const copy = structuredClone(answers);
  sealTransactions(copy);
  sealBlooms(copy);
  const { block, receipts } = decodeAnswers(copy);
  Object.assign(copy.block, {
    transactionsRoot: prefixed(deriveRoot(block.transactions.map(encodeEthereumTransaction))),
    receiptsRoot: prefixed(deriveRoot(receipts.map(encodeReceipt))),
    ...(block.withdrawals && {
      withdrawalsRoot: prefixed(deriveRoot(block.withdrawals.map(encodeWithdrawal))),
    }),
    ...(block.header.blobGasUsed !== null && {
      blobGasUsed: quantity(receipts.reduce((sum, { blobGasUsed }) => sum + (blobGasUsed ?? 0n), 0n)),
    }),
  });
  sealHash(copy);
  return copy;
}

/** Gives the block the hash of its header, and names it everywhere. */
export function sealHash({ block, receipts }: BlockAnswers): void {
  const hash = prefixed(keccak256(encodeEthereumHeader(decodeEthereumBlock(block).header)));
  block['hash'] = hash;
  const parts: Answer[] = [...block.transactions, ...receipts, ...receipts.flatMap(({ logs }) => logs)];
  for (const part of parts) part['blockHash'] = hash;
}

function sealTransactions({ block, receipts }: BlockAnswers): void {
  decodeEthereumBlock(block).transactions.forEach((tx, i) => {
    const hash = prefixed(keccak256(encodeEthereumTransaction(tx)));
    Object.assign(block.transactions[i] ?? {}, { hash });
    Object.assign(receipts[i] ?? {}, { transactionHash: hash });
    for (const log of receipts[i]?.logs ?? []) log['transactionHash'] = hash;
  });
}

function sealBlooms(answers: BlockAnswers): void {
  const combined = new Uint8Array(256);
  const hash = hashOnce();
  decodeAnswers(answers).receipts.forEach(({ logs }, i) => {
    const bloom = new Uint8Array(256);
    addToBloom(bloom, logs, hash);
    addToBloom(combined, logs, hash);
    Object.assign(answers.receipts[i] ?? {}, { logsBloom: prefixed(bloom) });
  });
  answers.block['logsBloom'] = prefixed(combined);
}

/** The answers as the model, not verified. */
export function decodeAnswers({ block: answer, receipts }: BlockAnswers) {
  const block = decodeEthereumBlock(answer);
  return { block, receipts: decodeReceipts(receipts, block) };
}
