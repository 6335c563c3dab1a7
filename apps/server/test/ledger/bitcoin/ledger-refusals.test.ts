import { networks } from '@hopscope/chain';
import { expect, test } from 'vitest';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger, type BitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { LedgerError, type LedgerErrorCode } from '../../../src/ledger/shared/ledger-error.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { type Coin, createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { dumpLedger } from '../../support/ledger/dump.ts';
import { duplicateCoinbaseChain } from '../../support/ledger/duplicate-coinbases.ts';
import { heightPush, makeTransaction } from '../../support/ledger/mining.ts';

const chain = createChain({ seed: 41 });
chain.extend(20);
const script = Uint8Array.of(0x51);

/** The chain's next block with one more transaction, which breaks a rule. */
function nextWith(spend: (next: TestChain) => ReturnType<TestChain['spend']>): BlockAtHeight {
  const next = chain.fork(20, 5);
  return next.mine([spend(next)]);
}

function spentCoin(): Coin {
  for (const { block } of chain.blocks) {
    for (const tx of block.transactions.slice(1)) {
      const input = tx.inputs[0];
      if (input) return { txid: input.prevTxid, vout: input.prevVout, value: 0n };
    }
  }
  throw new Error('Nothing was spent');
}

function coinOf(next: TestChain): Coin {
  const coin = next.coins.find(({ value }) => value > 1000n);
  if (!coin) throw new Error('No coin');
  return coin;
}

/** Block 21 with a coinbase of one satoshi too much. */
function overpaying(
  transactions: (next: TestChain) => ReturnType<TestChain['spend']>[] = () => [],
): BlockAtHeight {
  const next = chain.fork(20, 6);
  const coinbase = makeTransaction({
    inputs: [
      { prevTxid: new Uint8Array(32), prevVout: 0xffffffff, script: Uint8Array.of(...heightPush(21), 1, 1) },
    ],
    outputs: [{ value: 5_000_000_001n, script }],
  });
  return next.mine(transactions(next), coinbase);
}

const genesisCoin = (): Coin => ({
  txid: chain.blocks[0]?.block.transactions[0]?.txid ?? new Uint8Array(32),
  vout: 0,
  value: 0n,
});
const good = chain.fork(20, 7).extend(1);
const branch = chain.fork(17, 8);
branch.extend(6);
const blockAt = (from: TestChain, height: number): BlockAtHeight => {
  const placed = from.blocks[height];
  if (!placed) throw new Error('No such block');
  return placed;
};

const refusals: { name: string; code: LedgerErrorCode; act: (ledger: BitcoinLedger) => Promise<unknown> }[] =
  [
    {
      name: 'a block of another network',
      code: 'network_mismatch',
      act: (ledger) => ledger.append('testnet', good),
    },
    {
      name: 'a height that is taken',
      code: 'height_taken',
      act: (ledger) => ledger.append('demo', [blockAt(branch, 20)]),
    },
    {
      name: 'a height twice in a batch',
      code: 'height_taken',
      act: (ledger) => ledger.append('demo', [...good, ...good]),
    },
    {
      name: 'a block of another parent',
      code: 'parent_mismatch',
      act: (ledger) => ledger.append('demo', [blockAt(branch, 21)]),
    },
    {
      name: 'a block at a height that it does not name',
      code: 'parent_mismatch',
      act: (ledger) => ledger.append('demo', [{ ...blockAt(branch, 21), height: 40 }]),
    },
    {
      name: 'an input that does not exist',
      code: 'missing_input',
      act: (ledger) =>
        ledger.append('demo', [
          nextWith((next) =>
            next.spend([{ txid: new Uint8Array(32).fill(3), vout: 0, value: 1n }], [{ value: 0n, script }]),
          ),
        ]),
    },
    {
      name: 'an output number that does not exist',
      code: 'missing_input',
      act: (ledger) =>
        ledger.append('demo', [
          nextWith((next) => next.spend([{ ...coinOf(next), vout: 999 }], [{ value: 0n, script }])),
        ]),
    },
    {
      name: 'an output that is spent already',
      code: 'double_spend',
      act: (ledger) =>
        ledger.append('demo', [nextWith((next) => next.spend([spentCoin()], [{ value: 0n, script }]))]),
    },
    {
      name: 'an output that can never be spent',
      code: 'missing_input',
      act: (ledger) => {
        const next = chain.fork(20, 10);
        const lost = next.spend([coinOf(next)], [{ value: 5n, script: Uint8Array.of(0x6a, 1, 1) }]);
        const spend = next.spend([{ txid: lost.txid, vout: 0, value: 5n }], [{ value: 5n, script }]);
        return ledger.append('demo', [next.mine([lost, spend])]);
      },
    },
    {
      name: 'the output of block 0',
      code: 'double_spend',
      act: (ledger) =>
        ledger.append('demo', [nextWith((next) => next.spend([genesisCoin()], [{ value: 0n, script }]))]),
    },
    {
      name: 'an output that is spent earlier in the same batch',
      code: 'double_spend',
      act: async (ledger) => {
        const next = chain.fork(20, 9);
        const coin = coinOf(next);
        const first = next.mine([next.spend([coin], [{ value: 1n, script }])]);
        const second = next.mine([next.spend([coin], [{ value: 2n, script }])]);
        await ledger.append('demo', [first, second]);
      },
    },
    {
      name: 'a transaction that pays out more than it has',
      code: 'value_out_of_range',
      act: (ledger) =>
        ledger.append('demo', [
          nextWith((next) => {
            const coin = coinOf(next);
            return next.spend([coin], [{ value: coin.value + 1n, script }]);
          }),
        ]),
    },
    {
      name: 'a coinbase that pays too much',
      code: 'coinbase_overpays',
      act: (ledger) => ledger.append('demo', [overpaying()]),
    },
    {
      name: 'a bad block after good ones',
      code: 'parent_mismatch',
      act: (ledger) => ledger.append('demo', [...good, blockAt(branch, 22)]),
    },
    {
      name: 'a branch whose last block is bad',
      code: 'coinbase_overpays',
      act: (ledger) => ledger.reorganize('demo', 1, [blockAt(chain, 20), overpaying()]),
    },
    {
      name: 'a branch that does not fit',
      code: 'parent_mismatch',
      act: (ledger) => ledger.reorganize('demo', 2, [blockAt(branch, 19)]),
    },
    {
      name: 'a reorganization deeper than the chain',
      code: 'nothing_to_take_back',
      act: (ledger) => ledger.reorganize('demo', 30, []),
    },
  ];

describeWithDatabase('ledger refusing blocks', (databases) => {
  test.each(refusals)('refuses $name and changes nothing', async ({ code, act }) => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', chain.blocks);
    const before = await dumpLedger(db);
    const error: unknown = await act(ledger).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(LedgerError);
    expect(error).toMatchObject({ code });
    expect(await dumpLedger(db)).toBe(before);
    await ledger.append('demo', good);
  });

  test('refuses a lower block that is not the parent of the block above it', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', chain.blocks.slice(18));
    const before = await dumpLedger(db);
    const other = chain.fork(16, 3).extend(1)[0];
    if (!other) throw new Error('No block');
    await expect(ledger.append('demo', [other])).rejects.toMatchObject({ code: 'child_mismatch' });
    expect(await dumpLedger(db)).toBe(before);
  });

  test.each([
    {
      what: 'pays its miner too much',
      code: 'coinbase_overpays',
      top: overpaying((next) => {
        const coin = coinOf(next);
        return [next.spend([coin], [{ value: coin.value, script }])];
      }),
    },
    {
      what: 'spends what never existed',
      code: 'missing_input',
      top: nextWith((next) =>
        next.spend([{ txid: new Uint8Array(32).fill(3), vout: 0, value: 1n }], [{ value: 0n, script }]),
      ),
    },
  ])('refuses the blocks below that show that the block above $what', async ({ code, top }) => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await ledger.append('demo', [top]);
    const before = await dumpLedger(db);
    await expect(ledger.append('demo', chain.blocks)).rejects.toMatchObject({ code, place: { height: 21 } });
    expect(await dumpLedger(db)).toBe(before);
  });

  test('refuses a first block that is not that of the network, and stays undecided', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    await expect(ledger.append('mainnet', chain.blocks)).rejects.toMatchObject({ code: 'genesis_mismatch' });
    expect(await ledger.network()).toBeUndefined();
    await ledger.append('demo', chain.blocks);
    expect(networks[(await ledger.network()) ?? 'mainnet'].name).toBe('demo');
  });

  test('asks for the older of two equal coinbases first', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    const { chain: twice, older, newer } = duplicateCoinbaseChain(42);
    await ledger.append('mainnet', twice.blocks.slice(newer, newer + 1));
    const before = await dumpLedger(db);
    await expect(ledger.append('mainnet', twice.blocks.slice(older, older + 1))).rejects.toMatchObject({
      code: 'order_needed',
    });
    expect(await dumpLedger(db)).toBe(before);
  });
});
