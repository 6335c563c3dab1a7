import { addressKeyOfScript } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { inTransaction, withSession } from '../src/db/session.ts';
import { relabel } from '../src/ledger/bitcoin/clusters.ts';
import { suggestDeposits } from '../src/ledger/bitcoin/deposits.ts';
import { createBitcoinLedger } from '../src/ledger/bitcoin/ledger.ts';
import { heightOf } from '../src/ledger/bitcoin/positions.ts';
import { nativeHashing } from '../src/ledger/native-hashing.ts';
import { byteKey } from '../src/ledger/shared/byte-keys.ts';
import { type Coin, createChain } from './support/chain-builder.ts';
import { describeOnBothEngines } from './support/databases.ts';
import { createRandom } from './support/random.ts';
import { randomScript } from './support/scripts.ts';

const random = createRandom(9);
const scriptOf = (): Uint8Array => randomScript('p2wpkh', random);
const [hot, deposit, once, customer, stranger, outside] = [
  scriptOf(),
  scriptOf(),
  scriptOf(),
  scriptOf(),
  scriptOf(),
  scriptOf(),
];
const keyOf = (script: Uint8Array): Uint8Array =>
  addressKeyOfScript(script, nativeHashing) ?? new Uint8Array();

/**
 * Twice: deposit, customer and stranger are paid from outside. The deposit address hands all on to the hot wallet, so does
 * `once`, one time; the customer keeps change, the stranger pays somebody else the second time.
 */
function story() {
  const chain = createChain({ seed: 5, maxTxs: 0 });
  chain.extend(4);
  const rich = chain.coins.toSorted((a, b) => Number(b.value - a.value)).slice(0, 2);
  rich.forEach((coin: Coin, round) => {
    const value = 1_000_003n;
    const targets = [deposit, customer, stranger, ...(round === 0 ? [once] : [])];
    const paid = chain.spend(
      [coin],
      targets.map((script) => ({ script, value })),
    );
    chain.mine([paid]);
    const from = (vout: number): Coin => ({ txid: paid.txid, vout, value });
    chain.mine([
      chain.spend([from(0)], [{ script: hot, value: 999_000n }]),
      chain.spend(
        [from(1)],
        [
          { script: hot, value: 500_000n },
          { script: customer, value: 499_000n },
        ],
      ),
      chain.spend([from(2)], [{ script: round === 0 ? hot : outside, value: 999_000n }]),
      ...(round === 0 ? [chain.spend([from(3)], [{ script: hot, value: 999_000n }])] : []),
    ]);
  });
  return chain;
}

describeOnBothEngines('Deposit addresses', (databases) => {
  test('are those that hand everything on to a known wallet, again and again', async () => {
    const db = await databases.empty();
    const chain = story();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', chain.blocks);
    const known = [{ key: keyOf(hot), entity: 'exchange' }];
    expect(await withSession(db, (session) => suggestDeposits(session, known))).toEqual([]);
    await inTransaction(db, 'read write', (session) =>
      relabel(session, [{ key: keyOf(hot), entity: 'exchange', delta: 1 }]),
    );
    const found = await withSession(db, (session) => suggestDeposits(session, known));
    expect(found.map(({ key }) => byteKey(key))).toEqual([byteKey(keyOf(deposit))]);
    expect(found[0]).toMatchObject({ entity: 'exchange', confidence: 70, sweeps: 2, receipts: 2 });
    expect(heightOf(found[0]?.evidence ?? 0)).toBe(8);
    const none = { transactions: 500, candidates: 0, history: 200 };
    expect(await withSession(db, (session) => suggestDeposits(session, known, none))).toEqual([]);
    expect(
      await withSession(db, (session) =>
        suggestDeposits(session, known, { ...none, candidates: 9, history: 3 }),
      ),
    ).toEqual([]);
  });

  test('are not suggested again once they are attributed, nor for an address that was never seen', async () => {
    const db = await databases.empty();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', story().blocks);
    await inTransaction(db, 'read write', (session) =>
      relabel(
        session,
        [hot, deposit].map((script) => ({ key: keyOf(script), entity: 'exchange', delta: 1 })),
      ),
    );
    const ask = (script: Uint8Array) =>
      withSession(db, (session) => suggestDeposits(session, [{ key: keyOf(script), entity: 'exchange' }]));
    expect(await ask(hot)).toEqual([]);
    expect(await ask(scriptOf())).toEqual([]);
  });
});
