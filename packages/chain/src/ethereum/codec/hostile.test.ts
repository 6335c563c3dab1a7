import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { type Answer, fieldsOfType, hex, makeAnswers } from './answers.fixture.ts';
import { decodeCallTraces } from '../traces/call-tracer.ts';
import { decodeEthereumBlock, decodeUncle } from './decode-block.ts';
import { decodeReceipts } from './decode-receipts.ts';
import { encodeEthereumHeader, encodeEthereumTransaction, encodeReceipt } from './encode.ts';
import { EthereumError } from '../ethereum-error.ts';
import { decodeEvent, methodOf } from '../tokens/events.ts';
import { sumFees } from '../fees.ts';
import { damagedAnswer } from './hostile.fixture.ts';
import { internalTransfers } from '../traces/internal-transfers.ts';
import type { EthereumBlock, Receipt } from '../model.ts';
import { decodeParityTraces } from '../traces/parity-traces.ts';
import { sealed } from './sealed.fixture.ts';
import { tokenTransfersOf } from '../tokens/token-transfers.ts';
import { verifyTraces } from '../traces/traces.ts';
import { verifyEthereumBlock } from '../verify.ts';

const topics = [hex(0xddf2, 32), hex(1, 32), hex(2, 32)];
const answers = sealed(
  makeAnswers(
    'prague',
    ([0, 1, 2, 3, 4] as const).map((type) => ({
      tx: fieldsOfType[type],
      logs: [{ topics, data: hex(5, 32) }],
    })),
    { withdrawals: [{ index: '0x5', validatorIndex: '0x9', address: hex(0xee, 20), amount: '0x2' }] },
  ),
);
const block = decodeEthereumBlock(answers.block);
const receipts = decodeReceipts(answers.receipts, block);

/** Runs it; a refusal has to be an EthereumError that says where. */
function runs(action: () => void): boolean {
  try {
    action();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(EthereumError);
    expect(error instanceof EthereumError && error.at).toMatch(/^(block|uncle|receipts|traces)\b/);
    return false;
  }
}

function hashed(read: EthereumBlock, of: readonly Receipt[]) {
  return [
    encodeEthereumHeader(read.header),
    read.transactions.map(encodeEthereumTransaction),
    of.map(encodeReceipt),
    read.withdrawals,
  ];
}

describe('answers that are damaged', () => {
  it('a block: refused with rule and place, or the same block', () => {
    fc.assert(
      fc.property(damagedAnswer(answers), (damaged) => {
        const given = damaged as { block: unknown; receipts: unknown };
        runs(() => {
          const read = decodeEthereumBlock(given.block);
          const of = decodeReceipts(given.receipts, read);
          for (const log of of.flatMap(({ logs }) => logs)) {
            tokenTransfersOf(log);
            decodeEvent(log);
          }
          read.transactions.forEach(({ input }) => methodOf(input));
          sumFees(of, read.header);
          verifyEthereumBlock(read, { receipts: of });
          expect(hashed(read, of)).toEqual(hashed(block, receipts));
        });
      }),
      propertyRuns(1500),
    );
  });

  it('an uncle', () => {
    const { transactions: _, ...uncle } = answers.block;
    fc.assert(
      fc.property(damagedAnswer({ uncle }), (damaged) => {
        runs(() => void decodeUncle((damaged as Answer)['uncle']));
      }),
    );
  });

  const parties = { from: hex(1, 20), to: hex(2, 20), value: '0x5' };
  const call = { type: 'CALL', ...parties };
  const geth = [0, 1, 2, 3, 4].map((i) => ({
    txHash: answers.block.transactions[i]?.['hash'],
    result: {
      type: 'CALL',
      from: hex(0xf0 + i, 20),
      to: hex(0x70, 20),
      value: '0x3e8',
      calls: [
        {
          ...call,
          calls: [
            { ...call, type: 'CREATE' },
            { ...call, error: 'Reverted' },
          ],
        },
        call,
      ],
    },
  }));

  it('call traces', () => {
    runs(() => verifyTraces(decodeCallTraces(geth), block, receipts));
    fc.assert(
      fc.property(damagedAnswer({ geth }), (damaged) => {
        runs(() => {
          const traces = decodeCallTraces((damaged as Answer)['geth']);
          internalTransfers(traces, block.header);
          verifyTraces(traces, block, receipts);
        });
      }),
      propertyRuns(1000),
    );
  });

  const own = (i: number, traceAddress: number[], subtraces: number, parts: Answer = {}) => ({
    type: 'call',
    action: { ...parties, callType: 'call' },
    result: {},
    traceAddress,
    subtraces,
    transactionPosition: i,
    transactionHash: hex(0xaa00 + i, 32),
    ...parts,
  });
  const parity = [
    own(0, [], 2),
    own(0, [0], 1),
    own(0, [0, 0], 0, {
      type: 'suicide',
      action: { address: hex(1, 20), refundAddress: hex(2, 20), balance: '0x1' },
    }),
    own(0, [1], 0, { error: 'Reverted', result: null }),
    own(1, [], 1),
    own(1, [0], 0, { type: 'create', result: { address: hex(9, 20) } }),
    { type: 'reward', action: { author: hex(1, 20), rewardType: 'block', value: '0x1' } },
  ];

  it('traces of trace_block', () => {
    expect(internalTransfers(decodeParityTraces(parity), block.header).length).toBe(3);
    fc.assert(
      fc.property(damagedAnswer({ parity }), (damaged) => {
        runs(() => {
          const traces = decodeParityTraces((damaged as Answer)['parity']);
          internalTransfers(traces, block.header);
          verifyTraces(traces, block, receipts);
        });
      }),
      propertyRuns(1000),
    );
  });

  it('anything at all', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        for (const decode of [decodeEthereumBlock, decodeUncle, decodeCallTraces, decodeParityTraces]) {
          runs(() => void decode(anything));
        }
        runs(() => void decodeReceipts(anything, block));
      }),
      propertyRuns(500),
    );
  });
});
