import { toHex } from '@hopscope/chain';
import { endpoints, type EthereumTransactionView } from '@hopscope/contract';
import { mixerHeuristics, secondsOfDay } from '@hopscope/domain';
import { findDepositors, findRecipients, type MixerLink } from '@hopscope/risk';
import { beforeAll, expect, test } from 'vitest';
import {
  collectEthereumRiskTruth,
  type EthereumRiskTruth,
} from '../../src/evaluation/ethereum/ethereum-risk-truth.ts';
import { mixerUseOf } from '../../src/evaluation/ethereum/evaluate-mixer-links.ts';
import { openEthereumFixture } from '../../src/evaluation/fixture-ledger.ts';
import { withSession } from '../../src/db/session.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { addressOf } from '../support/sources/ethereum-blocks.ts';
import { bundlesOf, topicOf, word, words } from '../support/sources/thorchain-events.ts';

describeWithDatabase('Notes of mixers', (databases) => {
  let truth: EthereumRiskTruth;
  beforeAll(() => {
    const length = 80 * secondsOfDay;
    truth = collectEthereumRiskTruth({
      seed: 5,
      start: 1_750_000_000 - length,
      length,
      blockInterval: 3600,
      transactions: 1000,
      ethereumTransactions: 5000,
    });
  });

  test('have the links and the number of unspent deposits that follow from the blocks', async () => {
    const db = await databases.empty();
    await openEthereumFixture(truth, db);
    const api = await createDirectoryApi(db);
    const person = await api.someone('ada@example.org');
    const transaction = async (hash: string): Promise<EthereumTransactionView> => {
      const { data } = await api.as(person, endpoints.getTransaction, { params: { hash: `0x${hash}` } });
      if (data.blockchain !== 'ethereum') throw new Error(`No transaction ${hash}`);
      return data;
    };
    const { deposits, withdrawals, book, unspentIn } = mixerUseOf(truth);
    expect(withdrawals.length).toBeGreaterThan(50);
    const seen = new Set<string>();
    const plain = (address: string): string => address.slice(2).toLowerCase();
    async function check(
      { hash, pool, position }: { hash: string; pool: string; position: number },
      about: { leg: string; account: string; hasRelayer: boolean },
      expected: readonly MixerLink[],
    ): Promise<void> {
      const { mixer_notes: notes } = await transaction(hash);
      expect(
        notes.map(({ leg, account, relayer, mixer, unspent, links, ...note }) => ({
          leg,
          account: plain(account),
          hasRelayer: relayer !== null,
          pool: plain(note.pool),
          mixer,
          unspent,
          links: new Set(links?.map((link) => `${link.heuristic} ${plain(link.account)} ${link.notes}`)),
        })),
      ).toEqual([
        {
          ...about,
          pool,
          mixer: null,
          unspent: unspentIn(pool, position),
          links: new Set(
            expected.map(({ heuristic, notes: { account, count } }) => `${heuristic} ${account} ${count}`),
          ),
        },
      ]);
      for (const { heuristic, last } of notes.flatMap(({ links }) => links ?? [])) {
        seen.add(`${about.leg} ${heuristic}`);
        const other = about.leg === 'deposit' ? 'Withdrawal' : 'Deposit';
        expect((await transaction(plain(last))).logs.map(({ event }) => event?.name)).toContain(other);
      }
    }
    for (const withdrawal of withdrawals) {
      const about = {
        leg: 'withdrawal',
        account: withdrawal.recipient,
        hasRelayer: withdrawal.relayer !== null,
      };
      await check(withdrawal, about, await findDepositors(withdrawal, book));
    }
    for (const deposit of deposits) {
      const about = { leg: 'deposit', account: deposit.account, hasRelayer: false };
      await check(deposit, about, await findRecipients(deposit, book));
    }
    expect([...seen].sort()).toEqual(
      ['deposit', 'withdrawal'].flatMap((leg) => mixerHeuristics.map((each) => `${leg} ${each}`)).sort(),
    );
    const [first] = truth.bundles.flatMap(({ block }) => block.transactions);
    expect((await transaction(toHex(first?.hash ?? new Uint8Array()))).mixer_notes).toEqual([]);
  });

  test('of a transaction with many pools are looked up for some of them, and never said to be none', async () => {
    const db = await databases.empty();
    const pools = Array.from({ length: 30 }, (_, i) => addressOf(200 + i));
    const sender = addressOf(1);
    const deposit = (address: Uint8Array, leaf: bigint) => ({
      address,
      topics: [topicOf('Deposit(bytes32,uint32,uint256)'), word(leaf + 1n)],
      data: words(leaf, 1_700_000_000n),
    });
    const call = { from: sender, to: addressOf(2), gasUsed: 900_000n, input: new Uint8Array(4) };
    const bundles = bundlesOf([
      [],
      [
        { ...call, nonce: 0n, logs: pools.map((pool, i) => deposit(pool, BigInt(i))) },
        { ...call, nonce: 1n, logs: pools.map((_, i) => deposit(pools[0] ?? sender, BigInt(30 + i))) },
      ],
    ]);
    await createEthereumLedger({ db }).append({ chainId: 1337n, network: 'demo' }, bundles, {
      balances: new Map([[toHex(sender), 10n ** 20n]]),
      complete: true,
    });
    const api = await createDirectoryApi(db);
    const person = await api.someone('ada@example.org');
    const notesOf = async (index: number) => {
      const hash = `0x${toHex(bundles[1]?.block.transactions[index]?.hash ?? sender)}`;
      const { data } = await api.as(person, endpoints.getTransaction, { params: { hash } });
      return data.blockchain === 'ethereum' ? data.mixer_notes : [];
    };
    const of = (notes: Awaited<ReturnType<typeof notesOf>>) =>
      notes.map(({ unspent, links }) => [unspent, links?.length ?? null]);
    expect(of(await notesOf(0))).toEqual(pools.map((_, i) => (i < 20 ? [0, 0] : [null, null])));
    expect(of(await notesOf(1))).toEqual(pools.map(() => [1, 0]));
  });

  test('of a disconnected block leave nothing behind, its gas price neither', async () => {
    const db = await databases.empty();
    const [ada, bob, heir, pool] = [addressOf(1), addressOf(2), addressOf(3), addressOf(200)];
    const call = { to: pool, gasUsed: 300_000n, input: new Uint8Array(4) };
    const paid = {
      address: pool,
      topics: [topicOf('Deposit(bytes32,uint32,uint256)'), word(7n)],
      data: words(0n, 1n),
    };
    const given = { ...paid, topics: [...paid.topics.slice(0, 1), word(8n)], data: words(1n, 1n) };
    const taken = {
      address: pool,
      topics: [topicOf('Withdrawal(address,bytes32,address,uint256)'), word(0n)],
      data: words(heir, 9n, 0n),
    };
    const bundles = bundlesOf([
      [],
      [
        { ...call, tip: 7n, from: ada, nonce: 0n, logs: [paid] },
        { ...call, tip: 8n, from: bob, nonce: 0n, logs: [given] },
      ],
      ...Array.from({ length: 58 }, () => []),
      [{ ...call, tip: 7n, from: heir, nonce: 0n, logs: [taken] }],
    ]);
    const ledger = createEthereumLedger({ db });
    const chain = { chainId: 1337n, network: 'demo' } as const;
    const balances = new Map([ada, bob, heir].map((account) => [toHex(account), 10n ** 20n]));
    await ledger.append(chain, bundles.slice(0, -1), { balances, complete: true });
    const facts = async (): Promise<unknown> =>
      withSession(
        db,
        async (session) =>
          (await session.query('select key, pos, log, kind, contract from eth_fact order by key, pos')).rows,
      );
    const before = await facts();
    await ledger.append(chain, bundles.slice(-1));
    const api = await createDirectoryApi(db);
    const person = await api.someone('ada@example.org');
    const hash = `0x${toHex(bundles.at(-1)?.block.transactions[0]?.hash ?? ada)}`;
    const { data } = await api.as(person, endpoints.getTransaction, { params: { hash } });
    const notes = data.blockchain === 'ethereum' ? data.mixer_notes : [];
    expect(notes.map(({ relayer, unspent }) => [relayer, unspent])).toEqual([[null, 2]]);
    expect(
      notes.flatMap(({ links }) =>
        links?.map(({ heuristic, account }) => [heuristic, account.toLowerCase()]),
      ),
    ).toEqual([['same_gas_price', `0x${toHex(ada)}`]]);
    expect(await facts()).not.toEqual(before);
    await ledger.disconnect();
    expect(await facts()).toEqual(before);
  });
});
