import { describe, expect, it } from 'vitest';
import { toHex } from '../../bytes.ts';
import { hex, makeAnswers } from '../codec/answers.fixture.ts';
import { decodeEthereumBlock } from '../codec/decode-block.ts';
import { internalTransfers } from './internal-transfers.ts';
import { decodeParityTraces } from './parity-traces.ts';
import { readRealJson } from '../codec/real-files.fixture.ts';
import { blockRewards } from '../rewards.ts';
import { verifyRewards } from './traces.ts';

describe('recorded traces', () => {
  /** Recorded traces have the names of their fields in another style than nodes. */
  function asNodesWrite(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(asNodesWrite);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        asNodesWrite(inner),
      ]),
    );
  }

  it.each([
    [10_921_991, 198, 46],
    [12_412_732, 328, 46],
    [13_179_291, 180, 31],
    [13_666_312, 301, 128],
    [15_049_646, 133, 45],
  ])('%i: %i transactions, %i transfers', (number, transactions, transfers) => {
    const file = readRealJson(`traces/${number}.json`) as {
      miner: string;
      traces: unknown;
      receipts: { transaction_hash: string; to: string | null }[];
    };
    const traces = decodeParityTraces(asNodesWrite(file.traces));
    expect(traces.transactions.length).toBe(transactions);
    const { header } = decodeEthereumBlock(
      makeAnswers('byzantium', [], { number: hex(number, 4), miner: file.miner }).block,
    );
    expect(internalTransfers(traces, header).length).toBe(transfers);
    expect(
      traces.transactions.map(({ transactionHash }) => transactionHash && `0x${toHex(transactionHash)}`),
    ).toEqual(file.receipts.map((receipt) => receipt.transaction_hash));
    for (const [i, { frames }] of traces.transactions.entries()) {
      const to = file.receipts[i]?.to;
      if (to) expect(frames[0]?.to && `0x${toHex(frames[0].to)}`).toBe(to.toLowerCase());
    }
    // No uncle is in these blocks.
    verifyRewards(traces.rewards ?? [], blockRewards(header, []));
  });
});
