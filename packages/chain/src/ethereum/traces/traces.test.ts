import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../bytes.ts';
import { type Answer, fieldsOfType, type ForkName, hex, makeAnswers } from '../codec/answers.fixture.ts';
import { decodeCallTraces } from './call-tracer.ts';
import { decodeEthereumBlock } from '../codec/decode-block.ts';
import { decodeReceipts } from '../codec/decode-receipts.ts';
import type { EthereumRule } from '../ethereum-error.ts';
import { internalTransfers } from './internal-transfers.ts';
import { decodeParityTraces } from './parity-traces.ts';
import { blockRewards } from '../rewards.ts';
import { verifyRewards, verifyTraces } from './traces.ts';

/** A call of a tree, as `callTracer` writes it. */
interface Call {
  readonly type: string;
  readonly from?: string;
  readonly to?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly Call[];
}

const sender = hex(0xf0, 20);
const receiver = hex(0x70, 20);
const a = hex(0xa, 20);
const b = hex(0xb, 20);

/** The call of the first transaction of the fixture. */
function root(calls: readonly Call[], parts: Partial<Call> = {}): Call {
  return { type: 'CALL', from: sender, to: receiver, value: '0x3e8', calls, ...parts };
}

function gethAnswer(...roots: readonly Call[]): Answer[] {
  return roots.map((result, i) => ({ txHash: hex(0xaa00 + i, 32), result }));
}

/** The same tree as `trace_block` writes it. */
function parityAnswer(...roots: readonly Call[]): Answer[] {
  return roots.flatMap((call, i) => flattened(call, [], i));
}

function flattened(call: Call, traceAddress: readonly number[], transactionPosition: number): Answer[] {
  const { type, from = a, to = b, value = '0x0', error, calls = [] } = call;
  const creates = type.startsWith('CREATE');
  const action =
    type === 'SELFDESTRUCT'
      ? { address: from, refundAddress: to, balance: value }
      : creates
        ? { from, value, init: '0x' }
        : { from, to, value, callType: type.toLowerCase(), input: '0x' };
  const own: Answer = {
    type: type === 'SELFDESTRUCT' ? 'suicide' : creates ? 'create' : 'call',
    action,
    result: error === undefined ? { gasUsed: '0x1', ...(creates ? { address: to } : {}) } : null,
    ...(error === undefined ? {} : { error }),
    subtraces: calls.length,
    traceAddress,
    transactionPosition,
    transactionHash: hex(0xaa00 + transactionPosition, 32),
    blockNumber: 123,
  };
  const below = calls.map((inner, i) => flattened(inner, [...traceAddress, i], transactionPosition));
  return [own, ...below.flat()];
}

function decodedBlock(fork: ForkName, tx: Answer = {}, receipt: Answer = {}) {
  const answers = makeAnswers(fork, [{ tx, receipt }]);
  const block = decodeEthereumBlock(answers.block);
  return { block, receipts: decodeReceipts(answers.receipts, block) };
}

/** The defaults of the other form, so that both say the same. */
function withParties(call: Call): Call {
  return { from: a, to: b, ...call, calls: (call.calls ?? []).map(withParties) };
}

const decoders = [
  ['trace_block', (...roots: readonly Call[]) => decodeParityTraces(parityAnswer(...roots))],
  ['callTracer', (...roots: readonly Call[]) => decodeCallTraces(gethAnswer(...roots.map(withParties)))],
] as const;

describe.each(decoders)('internal transfers from %s', (_, decode) => {
  const transfersIn = (fork: ForkName, call: Call) =>
    internalTransfers(decode(call), decodedBlock(fork).block.header).map(
      ({ kind, path, from, to, value }) => ({
        kind,
        path: path.join('.'),
        from: `0x${toHex(from)}`,
        to: to && `0x${toHex(to)}`,
        value,
      }),
    );

  it('calls, creations and ends of contracts that moved value', () => {
    const tree = root([
      {
        type: 'CALL',
        from: a,
        to: b,
        value: '0x5',
        calls: [{ type: 'CREATE2', from: b, to: a, value: '0x6' }],
      },
      { type: 'CREATE', from: a, to: b, value: '0x0' },
      { type: 'SELFDESTRUCT', from: b, to: a, value: '0x7' },
    ]);
    expect(transfersIn('london', tree)).toEqual([
      { kind: 'call', path: '0', from: a, to: b, value: 5n },
      { kind: 'create', path: '0.0', from: b, to: a, value: 6n },
      { kind: 'selfdestruct', path: '2', from: b, to: a, value: 7n },
    ]);
  });

  it('not what carries no value, or runs in the place of the caller', () => {
    const types = ['CALL', 'STATICCALL', 'SELFDESTRUCT'].map((type) => ({ type, value: '0x0' }));
    const inPlace = ['CALLCODE', 'DELEGATECALL'].map((type) => ({ type, from: a, to: b, value: '0x5' }));
    expect(transfersIn('london', root([...types, ...inPlace]))).toEqual([]);
  });

  it('not what failed, nor anything below, but what comes after', () => {
    const paid = { type: 'CALL', from: a, to: b, value: '0x5' };
    const tree = root([
      { ...paid, error: 'Reverted', calls: [{ ...paid, calls: [paid] }, paid] },
      { type: 'DELEGATECALL', from: a, to: b, calls: [{ ...paid, error: 'Out of gas' }, paid] },
      paid,
    ]);
    expect(transfersIn('london', tree).map(({ path }) => path)).toEqual(['1.1', '2']);
    expect(transfersIn('london', { ...tree, error: 'Reverted' })).toEqual([]);
  });

  it('a contract that ends in favor of itself destroys its ether; since Cancun only a new one', () => {
    const ends = { type: 'SELFDESTRUCT', from: b, to: b, value: '0x7' };
    const burnt = (path: string) => [{ kind: 'selfdestruct', path, from: b, to: null, value: 7n }];
    expect(transfersIn('london', root([ends]))).toEqual(burnt('0'));
    expect(transfersIn('cancun', root([ends]))).toEqual([]);
    const born = { type: 'CREATE', from: a, to: b, value: '0x0', calls: [ends] };
    expect(transfersIn('cancun', root([born]))).toEqual(burnt('0.0'));
    expect(transfersIn('cancun', root([{ ...born, error: 'Reverted', calls: [] }, ends]))).toEqual([]);
  });

  describe('agreement with the block', () => {
    const check = (call: Call, tx: Answer = {}, receipt: Answer = {}) => {
      const { block, receipts } = decodedBlock('london', tx, receipt);
      verifyTraces(decode(call), block, receipts);
    };
    const refuses = (call: Call, tx: Answer = {}, receipt: Answer = {}) =>
      expect(() => check(call, tx, receipt)).toThrow(
        expect.objectContaining({ rule: 'traces_mismatch', at: 'traces.transactions[0]' }),
      );

    it('holds', () => {
      check(root([{ type: 'CALL', value: '0x5' }]));
      check(root([], { error: 'Reverted' }), {}, { status: '0x0' });
      const from = '0x6ac7ea33f8831ea9dcc53393aaa88b25a785dbf0';
      const made = { type: 'CREATE', from, to: '0xcd234a471b72ba2f1ccf0a70fcaba648a5eecd8d' };
      check(root([], made), { to: null, from });
      refuses(root([], { ...made, to: a }), { to: null, from });
      refuses(root([], { type: 'CALL', from }), { to: null, from });
    });

    it('holds before Byzantium whatever the outcome', () => {
      const { block, receipts } = decodedBlock('frontier');
      for (const call of [root([]), root([], { error: 'Out of gas' })]) {
        verifyTraces(decode(call), block, receipts);
      }
    });

    it('other parties, value, kind or outcome', () => {
      refuses(root([], { from: a }));
      refuses(root([], { to: a }));
      refuses(root([], { value: '0x3e9' }));
      refuses(root([], { type: 'CREATE' }));
      refuses(root([], { type: 'DELEGATECALL' }));
      refuses(root([], { error: 'Reverted' }));
      refuses(root([]), {}, { status: '0x0' });
      refuses(root([]), { hash: hex(1, 32), ...fieldsOfType[0] });
    });

    it('too few and too many transactions', () => {
      const { block, receipts } = decodedBlock('london');
      for (const roots of [[], [root([]), root([])]]) {
        expect(() => verifyTraces(decode(...roots), block, receipts)).toThrow(
          expect.objectContaining({ rule: 'traces_mismatch', at: 'traces' }),
        );
      }
    });
  });
});

describe('refused traces', () => {
  const expectRefusal = (run: () => unknown, rule: EthereumRule, at: string) =>
    expect(run).toThrow(expect.objectContaining({ rule, at }));
  const broken = (index: number, fields: Answer) => {
    const answer = parityAnswer(root([{ type: 'CALL', calls: [{ type: 'CALL' }] }, { type: 'CALL' }]));
    Object.assign(answer[index] ?? {}, fields);
    return () => decodeParityTraces(answer);
  };

  it.each<[string, number, Answer, EthereumRule, string]>([
    ['an unknown type', 1, { type: 'jump' }, 'type_unknown', 'traces[1].type'],
    ['a missing action', 1, { action: null }, 'json_missing', 'traces[1].action'],
    [
      'an unknown call',
      1,
      { action: { callType: 'x', from: a, to: b } },
      'type_unknown',
      'traces[1].action.callType',
    ],
    ['a gap in the places', 2, { traceAddress: [0, 1] }, 'index_wrong', 'traces[2].traceAddress'],
    ['a place below nothing', 1, { traceAddress: [0, 0] }, 'index_wrong', 'traces[1].traceAddress'],
    ['a second first call', 3, { traceAddress: [] }, 'index_wrong', 'traces[3].traceAddress'],
    ['a place of text', 1, { traceAddress: ['0'] }, 'json_type', 'traces[1].traceAddress[0]'],
    ['a negative place', 1, { traceAddress: [-1] }, 'json_type', 'traces[1].traceAddress[0]'],
    [
      'a place that is too deep',
      3,
      { traceAddress: Array(2000).fill(0) },
      'too_long',
      'traces[3].traceAddress',
    ],
    ['calls that are missing', 0, { subtraces: 3 }, 'count_wrong', 'traces[0].subtraces'],
    ['calls that are too many', 1, { subtraces: 0 }, 'count_wrong', 'traces[1].subtraces'],
    [
      'a transaction that is left out',
      3,
      { transactionPosition: 2 },
      'index_wrong',
      'traces[3].transactionPosition',
    ],
    ['no transaction', 1, { transactionPosition: null }, 'json_type', 'traces[1].transactionPosition'],
  ])('trace_block: %s', (_, index, fields, rule, at) => {
    expectRefusal(broken(index, fields), rule, at);
  });

  it('callTracer', () => {
    const refuses = (answer: unknown, rule: EthereumRule, at: string) =>
      expectRefusal(() => decodeCallTraces(answer), rule, at);
    refuses({}, 'json_type', 'traces');
    refuses([{ error: 'timeout' }], 'traces_mismatch', 'traces[0].result');
    refuses(gethAnswer(root([], { type: 'JUMP' })), 'type_unknown', 'traces[0].result.type');
    refuses(
      gethAnswer(root([{ type: 'CALL', from: '0x' }])),
      'length_wrong',
      'traces[0].result.calls[0].from',
    );
    let deep: Call = { type: 'CALL', from: a, to: b };
    for (let i = 0; i < 3000; i++) deep = { type: 'CALL', from: a, to: b, calls: [deep] };
    expect(() => decodeCallTraces(gethAnswer(deep))).toThrow(expect.objectContaining({ rule: 'too_long' }));
  });
});

describe('reward traces', () => {
  const header = decodeEthereumBlock(
    makeAnswers('byzantium', [], { number: hex(8_000_000, 4) }).block,
  ).header;
  const reward = (author: string, value: string, rewardType = 'block'): Answer => ({
    type: 'reward',
    action: { author, value, rewardType },
    subtraces: 0,
    traceAddress: [],
  });
  const reported = (...answer: Answer[]) => decodeParityTraces(answer).rewards ?? [];
  const expected = blockRewards(header, []);

  it('are those that the rules give', () => {
    verifyRewards(reported(reward(hex(0x31, 20), '0x1bc16d674ec80000')), expected);
    const uncle = { ...header, number: 7_999_999, miner: fromHex('ee'.repeat(20)) };
    verifyRewards(
      reported(
        reward(hex(0x31, 20), '0x1c9f78d2893e4000'),
        reward(`0x${'ee'.repeat(20)}`, '0x18493fba64ef0000', 'uncle'),
      ),
      blockRewards(header, [uncle]),
    );
  });

  it('are refused when they are others', () => {
    for (const answers of [[], [reward(a, '0x1bc16d674ec80000')], [reward(hex(0x31, 20), '0x1')]]) {
      expect(() => verifyRewards(reported(...answers), expected)).toThrow(
        expect.objectContaining({ rule: 'traces_mismatch' }),
      );
    }
    expect(() => reported(reward(a, '0x1', 'gift'))).toThrow(
      expect.objectContaining({ rule: 'type_unknown' }),
    );
  });
});
