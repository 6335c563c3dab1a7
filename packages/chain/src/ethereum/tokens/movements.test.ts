import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../bytes.ts';
import {
  type Answer,
  fieldsOfType,
  hex,
  type LogParts,
  makeAnswers,
  quantity,
} from '../codec/answers.fixture.ts';
import { decodeEthereumBlock } from '../codec/decode-block.ts';
import { decodeReceipts } from '../codec/decode-receipts.ts';
import { sumFees } from '../fees.ts';
import { createdAddress } from '../contract-address.ts';
import type { InternalTransfer } from '../model.ts';
import { type Movement, movementsOfBlock, movementsOfTransaction, outcomeOf } from './movements.ts';
import { readRealBlock } from '../codec/real-files.fixture.ts';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const singleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const sender = hex(0xf0, 20);
const receiver = hex(0x70, 20);

function erc20(from: number, to: number, amount: bigint): LogParts {
  return { topics: [transferTopic, hex(from, 32), hex(to, 32)], data: hex(amount, 32) };
}

function movementsOf(
  parts: { tx?: Answer; receipt?: Answer; logs?: readonly LogParts[] },
  options: { internal?: InternalTransfer[] | null; fake?: boolean } = {},
): Movement[] {
  const answers = makeAnswers('london', [parts]);
  const block = decodeEthereumBlock(answers.block);
  const [receipt] = decodeReceipts(answers.receipts, block);
  const [tx] = block.transactions;
  if (!tx || !receipt) throw new Error('The block has no transaction');
  return movementsOfTransaction({
    tx,
    receipt,
    header: block.header,
    failed: outcomeOf(tx, receipt, null).failed,
    internal: options.internal ?? null,
    isFake: () => options.fake ?? false,
  });
}

const side = (address: Uint8Array | null | undefined) => address && `0x${toHex(address)}`;
const short = ({ kind, from, to, amount, spam }: Movement) => [kind, side(from), side(to), amount, spam];

describe('movements of a transaction', () => {
  it('a payment: fee first, then the transfer', () => {
    expect(movementsOf({}).map(short)).toEqual([
      ['fee', sender, null, 2_310_000n, null],
      ['transfer', sender, receiver, 1000n, null],
    ]);
  });

  it('a failed one moves nothing, but pays and says what it wanted', () => {
    const moved = movementsOf({ receipt: { status: '0x0' }, tx: { value: quantity(77) } });
    expect(moved.map(short)).toEqual([
      ['fee', sender, null, 2_310_000n, null],
      ['transfer', sender, receiver, 0n, null],
    ]);
    expect(moved[1]).toMatchObject({ failed: true, attempted: 77n });
    expect(moved[0]).toMatchObject({ failed: false });
  });

  it('a creation goes to the new contract; a failed one to nobody', () => {
    const creation = { to: null, from: sender, nonce: '0x0', input: '0x6000' };
    const made = createdAddress(fromHex(sender.slice(2)), 0n);
    expect(movementsOf({ tx: creation })[1]?.to).toEqual(made);
    expect(movementsOf({ tx: creation, receipt: { status: '0x0' } })[1]?.to).toBeNull();
  });

  it('internal transfers come before tokens; a batch of tokens in its order', () => {
    const internal: InternalTransfer[] = [
      {
        kind: 'call',
        transactionIndex: 0,
        path: [0, 1],
        from: new Uint8Array(20).fill(1),
        to: new Uint8Array(20).fill(2),
        value: 5n,
      },
      {
        kind: 'selfdestruct',
        transactionIndex: 0,
        path: [2],
        from: new Uint8Array(20).fill(3),
        to: null,
        value: 6n,
      },
    ];
    const single: LogParts = {
      topics: [singleTopic, hex(9, 32), hex(0, 32), hex(8, 32)],
      data: `${hex(42, 32)}${hex(3, 32).slice(2)}`,
    };
    const moved = movementsOf({ logs: [erc20(1, 2, 9n), single] }, { internal });
    expect(moved.map(({ kind, amount, logIndex }) => [kind, amount, logIndex])).toEqual([
      ['fee', 2_310_000n, null],
      ['transfer', 1000n, null],
      ['internal', 5n, null],
      ['internal', 6n, null],
      ['token', 9n, 0],
      ['token', 3n, 1],
    ]);
    expect(moved[3]).toMatchObject({ to: null, path: [2] });
    expect(moved[5]).toMatchObject({ standard: 'erc1155', tokenId: 42n, from: null });
  });

  it('tokens made and destroyed have no other side; the largest amount stays whole', () => {
    const moved = movementsOf({ logs: [erc20(0, 5, 2n ** 256n - 1n), erc20(5, 0, 1n)] }).slice(2);
    expect(moved.map(short)).toEqual([
      ['token', null, hex(5, 20), 2n ** 256n - 1n, null],
      ['token', hex(5, 20), null, 1n, null],
    ]);
  });
});

describe('funds that an issuer destroyed', () => {
  const tether = '0xdac17f958d2ee523a2206206994597c13d831ec7';
  const destroyed = '0x61e6e66b0d6339b2980aecc6ccc0039736791f0ccde9ed512e789a7fbdd698c6';
  const data = `${hex(0x55, 32)}${hex(9, 32).slice(2)}`;
  const kinds = (log: LogParts) =>
    movementsOf({ logs: [log] }).flatMap(({ kind, from, to, amount }) =>
      kind === 'seizure' ? [`${from && toHex(from).slice(-2)} ${String(to)} ${amount}`] : [],
    );

  it('leave the frozen account without a transfer', () => {
    expect(kinds({ address: tether, topics: [destroyed], data })).toEqual(['55 null 9']);
  });

  it('only by the contract of the token, in its format', () => {
    expect(kinds({ address: hex(0xaa, 20), topics: [destroyed], data })).toEqual([]);
    expect(kinds({ address: tether, topics: [destroyed], data: hex(0x55, 32) })).toEqual([]);
    expect(kinds({ address: tether, topics: [destroyed, hex(0x55, 32)], data })).toEqual([]);
    expect(kinds({ address: tether, topics: [destroyed], data: `0xff${data.slice(4)}` })).toEqual([]);
  });
});

describe('wrapped ether', () => {
  const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
  const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
  const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
  const wrap = (address: string, topic: string, more: Partial<LogParts> = {}): LogParts => ({
    address,
    topics: [topic, hex(0x55, 32)],
    data: hex(9, 32),
    ...more,
  });
  const described = (logs: readonly LogParts[]) =>
    movementsOf({ logs }).flatMap(({ kind, from, to, amount }) =>
      kind === 'fee' || kind === 'transfer'
        ? []
        : [`${kind} ${from && toHex(from).slice(-2)} ${to && toHex(to).slice(-2)} ${amount}`],
    );

  it('is created by a deposit and destroyed by a withdrawal, in the order of the events', () => {
    expect(described([wrap(weth, deposit), erc20(0x55, 0x66, 4n), wrap(weth, withdrawal)])).toEqual([
      'wrap null 55 9',
      'token 55 66 4',
      'wrap 55 null 9',
    ]);
  });

  it('only by its contract, in its format', () => {
    expect(
      described([
        wrap(hex(0xaa, 20), deposit),
        wrap(weth, deposit, { data: '0x' }),
        wrap(weth, deposit, { topics: [deposit] }),
        wrap(weth, deposit, { topics: [deposit, `0xff${'00'.repeat(31)}`] }),
        wrap(weth, deposit, { topics: [deposit, hex(0x55, 32), hex(0x55, 32)] }),
      ]),
    ).toEqual([]);
  });
});

describe('spam', () => {
  it.each([
    ['nothing sent to somebody else', { tx: { value: '0x0' } }, 'zero_value'],
    ['nothing sent to oneself', { tx: { value: '0x0', to: sender } }, null],
    ['a call without value', { tx: { value: '0x0', input: '0x12345678' } }, null],
    ['a failed payment', { receipt: { status: '0x0' } }, null],
  ])('%s', (_, parts, expected) => {
    expect(movementsOf(parts)[1]?.spam).toBe(expected);
  });

  it('a token transfer of nothing, whatever the token; anything of a fake token', () => {
    const logs = [erc20(1, 2, 0n), erc20(1, 2, 5n)];
    expect(movementsOf({ logs }).map(({ spam }) => spam)).toEqual([null, null, 'zero_value', null]);
    expect(movementsOf({ logs }, { fake: true }).map(({ spam }) => spam)).toEqual([
      null,
      null,
      'zero_value',
      'fake_token',
    ]);
  });
});

describe('outcomes before receipts said them', () => {
  const outcome = (tx: Answer, gasUsed: number, logs: LogParts[] = []) => {
    const answers = makeAnswers(
      'frontier',
      [{ tx, receipt: { gasUsed: quantity(gasUsed), cumulativeGasUsed: quantity(gasUsed) }, logs }],
      { gasUsed: quantity(gasUsed) },
    );
    const block = decodeEthereumBlock(answers.block);
    const [receipt] = decodeReceipts(answers.receipts, block);
    const [first] = block.transactions;
    if (!first || !receipt) throw new Error('The block has no transaction');
    return outcomeOf(first, receipt, null);
  };

  it.each([
    ['gas left over', { gas: quantity(30_000) }, 21_000, [], { failed: false, certain: true }],
    ['exactly a payment', { gas: quantity(21_000) }, 21_000, [], { failed: false, certain: false }],
    ['all gas gone', { gas: quantity(90_000) }, 90_000, [], { failed: true, certain: false }],
    ['all gas gone with a log', { gas: quantity(90_000) }, 90_000, [{}], { failed: false, certain: true }],
  ])('%s', (_, tx, gasUsed, logs, expected) => {
    expect(outcome(tx, gasUsed, logs)).toEqual(expected);
  });
});

describe('movements of a block', () => {
  it('rewards, fees of the miner, withdrawals', () => {
    const answers = makeAnswers('shanghai', [{ tx: fieldsOfType[2] }], {
      withdrawals: [{ index: '0x1', validatorIndex: '0x2', address: hex(7, 20), amount: '0x3' }],
    });
    const block = decodeEthereumBlock(answers.block);
    const tips = sumFees(decodeReceipts(answers.receipts, block), block.header).tip;
    const rewards = [{ kind: 'block' as const, miner: block.header.miner, value: 5n }];
    const moved = movementsOfBlock({
      header: block.header,
      rewards,
      tips,
      withdrawals: block.withdrawals,
    });
    expect(moved.map(short)).toEqual([
      ['reward', null, hex(0x31, 20), 5n, null],
      ['fee', null, hex(0x31, 20), 210_000n, null],
      ['withdrawal', null, hex(7, 20), 3_000_000_000n, null],
    ]);
  });

  it('no movement for fees of nothing', () => {
    const { header } = decodeEthereumBlock(makeAnswers('london', []).block);
    expect(movementsOfBlock({ header, rewards: [], tips: 0n, withdrawals: null })).toEqual([]);
  });
});

describe('movements of real blocks', () => {
  it('block 18,500,000 has its token transfers, fees and withdrawals', () => {
    const { block, receipts } = readRealBlock(18_500_000);
    const { header } = block;
    const moved = block.transactions.flatMap((tx, i) => {
      const receipt = receipts[i];
      if (!receipt) return [];
      const { failed } = outcomeOf(tx, receipt, null);
      return movementsOfTransaction({ tx, receipt, header, failed, internal: null, isFake: () => false });
    });
    const count = (keep: (movement: Movement) => boolean) => moved.filter(keep).length;
    expect(count(({ kind }) => kind === 'transfer')).toBe(157);
    expect(count(({ kind, standard }) => kind === 'token' && standard === 'erc20')).toBe(161);
    // Deposits and withdrawals of WETH9.
    expect(count(({ kind }) => kind === 'wrap')).toBe(31);
    expect(count(({ standard }) => standard === 'erc721')).toBe(17);
    expect(count(({ failed }) => failed)).toBe(1);
    const fees = moved.filter(({ kind }) => kind === 'fee').reduce((sum, { amount }) => sum + amount, 0n);
    expect(fees).toBe(450943315893129106n);
    const { tip } = sumFees(receipts, header);
    const own = movementsOfBlock({ header, rewards: [], tips: tip, withdrawals: block.withdrawals });
    expect(own.filter(({ kind }) => kind === 'withdrawal')).toHaveLength(16);
    expect(own[0]?.amount).toBe(450943315893129106n - 354387026296242820n);
  });
});
