import { toChecksumAddress } from '@hopscope/chain';
import { autoTraceLine, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import type { EthereumBundle, TokenFacts } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, erc20, makeBundle, type TxParts } from '../support/sources/ethereum-blocks.ts';

const ether = 10n ** 18n;
const [victim, thief, hub, end] = [addressOf(90), addressOf(91), addressOf(92), addressOf(93)] as const;
const dollar = addressOf(94);
const tokens: readonly TokenFacts[] = [
  { contract: dollar, standard: 'erc20', name: 'Example Dollar', symbol: 'XUSD', decimals: 6 },
];
const textOf = (key: Uint8Array): string => toChecksumAddress(`0x${Buffer.from(key).toString('hex')}`);

/** Payments that each come from somebody else, so that nobody but the hub has many. */
function crowd(count: number, first: number): TxParts[] {
  return Array.from({ length: count }, (_, i) => ({
    from: addressOf(10_000 + first + i),
    to: hub,
    value: 1n,
    // No two transactions are the same.
    nonce: BigInt(first + i),
  }));
}

/** The thief pays the hub, which pays on; then so many others pay it that its history is no longer read. */
function blocksOf(): EthereumBundle[] {
  const blocks: EthereumBundle[] = [];
  const all: readonly (readonly TxParts[])[] = [
    [],
    [{ from: victim, to: thief, value: 5n * ether }],
    [{ from: thief, to: hub, value: 3n * ether }],
    [{ from: hub, to: end, value: ether }],
    crowd(700, 0),
    crowd(700, 700),
    crowd(700, 1400),
    // The hub pays seven in one transaction.
    [
      {
        from: hub,
        to: dollar,
        value: 0n,
        input: new Uint8Array([1, 2, 3, 4]),
        gasUsed: 400_000n,
        logs: Array.from({ length: 7 }, (_, i) => erc20(dollar, hub, addressOf(200 + i), BigInt(10 + i))),
      },
    ],
  ];
  for (const [height, txs] of all.entries()) {
    const parentHash = blocks.at(-1)?.block.hash ?? new Uint8Array(32);
    const fresh = height === all.length - 1 ? tokens : [];
    blocks.push(makeBundle({ height, parentHash, txs, withdrawals: [], baseFee: 10n ** 9n, tokens: fresh }));
  }
  return blocks;
}

describeWithDatabase('Money that reaches an account with thousands of movements', (databases) => {
  test('stops there, every wei of it, and goes on where it is asked of the days before the crowd came', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const balances = new Map(
      [victim, thief, hub, ...crowd(2100, 0).map(({ from }) => from)].map(
        (key) => [Buffer.from(key).toString('hex'), 100n * ether] as const,
      ),
    );
    await ledger.append({ chainId: 1337n, network: 'demo' }, blocksOf(), { balances, complete: true });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const trace = async (more: object = {}) => {
      const answer = await api.answer(ada, endpoints.autoTrace, {
        body: { starts: [{ address: textOf(thief) }], minShare: 0, ...more },
      });
      expect({ status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 200 });
      const lines = answer.body
        .trimEnd()
        .split('\n')
        .map((line) => autoTraceLine.parse(JSON.parse(line)));
      const last = lines.at(-1);
      if (last?.line !== 'end') throw new Error(answer.body);
      const stops = lines.flatMap((line) => (line.line === 'stops' ? line.stops : []));
      const sum = stops.reduce((total, { amount }) => total + BigInt(amount), 0n);
      expect(last.accounts.map(({ followed }) => followed)).toEqual([String(sum)]);
      return stops.map(({ reason, node, amount }) => ({ reason, node, amount }));
    };
    const at = (key: Uint8Array): string => `ethereum:${textOf(key)}`;
    const now = await trace();
    expect(now).toContainEqual({ reason: 'hub', node: at(hub), amount: String(3n * ether) });
    expect(now.some(({ node }) => node === at(end))).toBe(false);
    const before = await trace({ height: 3 });
    expect(before.some(({ reason }) => reason === 'hub')).toBe(false);
    expect(before.some(({ node }) => node === at(end))).toBe(true);

    // A page from the index may have a part of a transaction: then it says what all of it comes to.
    const counts: number[] = [];
    let after: string | undefined;
    for (let page = 0; page < 4; page++) {
      const body = { address: textOf(hub), limit: 3, ...(after !== undefined && { after }) };
      const answer = await api.as(ada, endpoints.expandFlow, { body });
      expect(answer.totals).toBeNull();
      const dollars = answer.transfers.filter(({ asset }) => asset.symbol === 'XUSD');
      counts.push(dollars.length);
      expect(
        answer.partly.map(({ side, transfers, amount, asset }) => [side, transfers, amount, asset.symbol]),
      ).toEqual(dollars.length === 0 ? [] : [['out', 7, '91', 'XUSD']]);
      after = answer.pagination.next ?? undefined;
    }
    expect(counts).toEqual([3, 3, 1, 0]);

    // Counted by transactions, a page has all of each.
    const whole = await api.as(ada, endpoints.expandFlow, {
      body: { address: textOf(hub), limit: 1, count: 'transactions' },
    });
    expect(whole.transfers.filter(({ asset }) => asset.symbol === 'XUSD')).toHaveLength(7);
    expect(new Set(whole.transfers.map(({ transaction }) => transaction)).size).toBe(1);
    expect(whole.partly).toEqual([]);
  });
});
