import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodeTransaction,
  encodeAddress,
  encodeTransaction,
  fromHex,
  networks,
  toHex,
  type Transaction,
} from '@hopscope/chain';
import { afterAll, expect, test } from 'vitest';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { storeOutputs } from '../ledger/bitcoin/blocks/batch.ts';
import { evaluateEmulation, readEmulation } from './emulated.ts';

const folder = mkdtempSync(join(tmpdir(), 'emulated wallets '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = (n: number): Uint8Array => fromHex(`0014${n.toString(16).padStart(40, '0')}`);

/** A transaction that spends outputs and pays scripts; without any, a coinbase. */
function transaction(
  spends: readonly (readonly [Transaction, number])[],
  pays: readonly (readonly [number, bigint])[],
) {
  const inputs =
    spends.length > 0
      ? spends.map(([{ txid }, vout]) => ({ prevTxid: txid, prevVout: vout }))
      : [{ prevTxid: new Uint8Array(32), prevVout: 0xffffffff }];
  const parts = {
    version: 2,
    locktime: pays[0]?.[0] ?? 0,
    segwit: false,
    inputs: inputs.map((input) => ({
      ...input,
      script: new Uint8Array(2),
      sequence: 0xfffffffd,
      witness: [],
    })),
    outputs: pays.map(([to, value]) => ({ value, script: script(to) })),
  };
  // Hashes and sizes follow from the bytes.
  const none = { txid: new Uint8Array(32), wtxid: new Uint8Array(32) };
  const bytes = encodeTransaction({ ...parts, ...none, size: 0, strippedSize: 0, weight: 0, vsize: 0 });
  return decodeTransaction(bytes, { hashing: nativeHashing });
}

function addressOf(n: number): string {
  const [output] = storeOutputs(transaction([], [[n, 1n]]), nativeHashing);
  if (!output?.key) throw new Error('no key');
  return encodeAddress(output.key, networks.regtest);
}

function write(name: string, content: unknown): void {
  const path = join(folder, 'data', name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

const block = (height: number, txs: readonly Transaction[]) => ({
  height,
  tx: txs.map((tx) => ({ hex: toHex(encodeTransaction(tx)) })),
});

test('a run of wallets is read with its owners; who spends together is compared with them', () => {
  const coins = [1, 2, 3, 4, 5].map((n) => transaction([], [[n, 5_000_000n + BigInt(n) * 700n]]));
  const mix = transaction(
    coins.map((coin) => [coin, 0]),
    [6, 7, 8, 9, 10].map((n) => [n, 5_000_000n]),
  );
  // One wallet spends two of its coins: that is no CoinJoin.
  const own = transaction(
    [
      [mix, 0],
      [mix, 1],
    ],
    [
      [11, 3_000_000n],
      [12, 6_900_000n],
    ],
  );
  for (const [wallet, addresses] of [[1, 6, 7, 11, 12], [2, 8], [3, 9], [4, 10], [5]].entries())
    write(
      `wallet-00${wallet}/keys.json`,
      addresses.map((n) => ({ address: addressOf(n) })),
    );
  coins.forEach((coin, i) => write(`btc-node/block_${i + 1}.json`, block(i + 1, [coin])));
  write('btc-node/block_10.json', block(10, [transaction([], [[99, 1n]]), mix, own]));
  const run = readEmulation(folder);
  expect(run.transactions.map(({ kind }) => kind)).toEqual([
    ...coins.map(() => 'coinbase'),
    'coinbase',
    'coinjoin_pool',
    'payment',
  ]);
  const found = evaluateEmulation({ name: 'Wallets', style: 'whirlpool' }, [run]);
  expect(found).toMatchObject({
    recall: { right: 1, of: 1 },
    rightStyle: { right: 1, of: 1 },
    precision: { right: 1, of: 1 },
    runs: 1,
    // The two coins of one wallet.
    joined: 2,
  });
  // With one owner for all, it is none, and what was recognized is wrong.
  const one = {
    ...run,
    transactions: run.transactions.map((each) => ({ ...each, kind: 'payment' as const })),
  };
  expect(evaluateEmulation({ name: 'Wallets', style: 'whirlpool' }, [one])).toMatchObject({
    recall: { right: 0, of: 0 },
    precision: { right: 0, of: 1 },
  });

  write('btc-node/block_11.json', '{"height": 11');
  expect(() => readEmulation(folder)).toThrow(/block_11\.json: /);
});
