import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toChecksumAddress } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { openPostgres } from '../../src/db/postgres.ts';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { isIntact } from '../../src/contexts/risk/reports/seal-report.ts';
import { start } from '../support/command.ts';
import { createPostgresDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { addressOf, erc20, makeBundle, type TxParts } from '../support/sources/ethereum-blocks.ts';

const ether = 10n ** 18n;
const network = { chainId: 1337n, network: 'demo' };
const [market, between, bourse, customer, shop] = [1, 2, 3, 4, 5].map(addressOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const dollar = addressOf(0x100);
const toText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/**
 * The market pays `between` 4, which pays the customer 3; the exchange pays the customer 1 and, in a token, 500 units. So three
 * quarters of the customer's ether come from the market over two hops, and all of its tokens from the exchange.
 */
const scenes: readonly (readonly TxParts[])[] = [
  [],
  [
    { from: market, to: between, value: 4n * ether },
    { from: bourse, to: customer, value: ether, nonce: 0n },
    { from: bourse, to: dollar, nonce: 1n, logs: [erc20(dollar, bourse, customer, 500n)] },
  ],
  [{ from: between, to: customer, value: 3n * ether }],
  [{ from: customer, to: shop, value: ether / 2n }],
];

function extend(
  bundles: EthereumBundle[],
  txs: readonly TxParts[],
  vaults: readonly Uint8Array[] = [],
): EthereumBundle {
  const height = bundles.length;
  const parentHash = bundles.at(-1)?.block.hash ?? new Uint8Array(32);
  const tokens = [
    { contract: dollar, standard: 'erc20' as const, name: 'Example Dollar', symbol: 'XUSD', decimals: 2 },
    ...vaults.map((contract) => ({
      contract,
      standard: 'erc20' as const,
      name: 'Example Share',
      symbol: 'XSH',
      decimals: 2,
    })),
  ];
  const bundle = makeBundle({ height, parentHash, txs, tokens: height === 1 ? tokens : [] });
  bundles.push(bundle);
  return bundle;
}

const openings = {
  balances: new Map([market, between, bourse, customer].map((one) => [toText(one).slice(2), 10n * ether])),
  complete: true,
};

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function openStory() {
  const created = await createPostgresDatabase();
  ends.push(created.drop);
  const db = openPostgres({ url: created.url, poolSize: 4 });
  ends.push(() => db.close());
  const bundles: EthereumBundle[] = [];
  for (const txs of scenes) extend(bundles, txs);
  const ledger = createEthereumLedger({ db });
  await ledger.append(network, bundles, openings);
  const api = await createDirectoryApi(db);
  const label = (name: string, address: Uint8Array, fields: Record<string, string>) =>
    api.sync(`of ${name}`, [
      subject(name, { proper_name: name, ...fields }),
      attribution(name, toText(address)),
    ]);
  await label('Bourse', bourse, { entity_type: 'exchange' });
  const ada = await api.someone('ada@example.org');
  return { url: created.url, bundles, ledger, api, ada, label };
}

/** Runs `npm run verify-score` on a text. */
async function verifyByCommand(databaseUrl: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'hopscope-score-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'score.json');
  await writeFile(file, text);
  const script = fileURLToPath(new URL('../../src/commands/verify-score.ts', import.meta.url));
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data') };
  return start({ script, args: [file], env }).ended;
}

describe('Risk on Ethereum', () => {
  test('scores ether and tokens apart, reports, is scored again after a release, and is replayed by the command', async () => {
    const { url, bundles, ledger, api, ada, label } = await openStory();
    const identifier = toText(customer);
    const score = async (more: { asset?: string } = {}, query: { height?: number; asOf?: string } = {}) =>
      (await api.as(ada, endpoints.calculateRisk, { query, body: { identifier, ...more } })).data;
    const record = async (query = '') =>
      (
        await api.ask(`/risk-scoring/record${query}`, {
          method: 'POST',
          token: ada.accessToken,
          payload: { identifier },
        })
      ).body;
    const before = await score();
    // Three quarters of what was received come from nobody known.
    expect(before).toMatchObject({
      state: 'not_enough_seen',
      seen: 0.25,
      basis: { blockchain: 'ethereum', height: 3 },
    });
    const backward = before.walks.find(({ direction }) => direction === 'backward');
    expect(backward?.total).toBe(String(4n * ether));
    // An account that never moved anything is no hub, and its balance is known.
    const unused = toText(addressOf(0x999));
    const none = (await api.as(ada, endpoints.calculateRisk, { body: { identifier: unused } })).data;
    expect(none).toMatchObject({ state: 'nothing_known', score: null });
    expect(none.notAssessed.join(' ')).not.toContain('too many transactions');
    const totals = (await api.as(ada, endpoints.getAddressSummary, { params: { addr: unused } })).data[0];
    expect(totals).toMatchObject({ total_received: '0', total_spent: '0' });
    const saved = await record();
    const early = await record('?height=1');
    await api.context.rescoring.run(new AbortController().signal);

    await label('Market', market, { entity_type: 'darknet_market' });
    await api.context.rescoring.run(new AbortController().signal);
    const after = await score();
    const found = after.walks
      .find(({ direction }) => direction === 'backward')
      ?.exposures.find(({ category }) => category === 'darknet_market');
    expect(found).toMatchObject({ amount: String(3n * ether), share: 0.75, hops: 2 });
    const { data: history } = await api.as(ada, endpoints.listRiskHistory, { query: { identifier } });
    expect(history[0]).toMatchObject({
      cause: 'release',
      hash: after.hash,
      difference: { came: [{ id: 'received.indirect.darknet_market' }], went: [] },
    });

    const ofToken = await score({ asset: toText(dollar) });
    expect(ofToken.basis.asset).toMatchObject({ symbol: 'XUSD', decimals: 2 });
    const tokens = ofToken.walks.find(({ direction }) => direction === 'backward');
    expect(tokens).toMatchObject({ total: '500', exposures: [{ category: 'exchange', amount: '500' }] });

    const { data: report } = await api.as(ada, endpoints.makeReport, { body: { address: identifier } });
    expect(isIntact(report)).toBe(true);
    expect(report.score.overall).toBe(Math.round((after.overallRisk ?? 0) * 1e6));

    await ledger.append(network, [extend(bundles, [{ from: shop, to: customer, value: 1n, nonce: 9n }])]);
    expect((await score()).hash).not.toBe(after.hash);
    expect(await score({}, { height: 3 })).toMatchObject({ hash: after.hash });
    for (const text of [saved, early]) {
      expect(await verifyByCommand(url, text)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^Equal/),
      });
    }
    const forged = saved.replace(/"overall100":\d+/, '"overall100":99');
    expect(await verifyByCommand(url, forged)).toMatchObject({
      code: 1,
      out: expect.stringContaining('$.answer.overall100'),
    });
    expect(await verifyByCommand(url, '{')).toMatchObject({ code: 2 });
  });

  /** The market's 4 ether become 8000 dollars, 5000 of which the customer has turned into 5000 shares of a vault. */
  async function openSwaps(chain: { chainId: bigint; network: string }) {
    const created = await createPostgresDatabase();
    ends.push(created.drop);
    const db = openPostgres({ url: created.url, poolSize: 4 });
    ends.push(() => db.close());
    const [pool, vault, nobody] = [addressOf(20), addressOf(21), new Uint8Array(20)] as const;
    const call = (from: Uint8Array, to: Uint8Array, parts: Partial<TxParts>): TxParts => ({
      from,
      to,
      value: 0n,
      input: new Uint8Array([1, 2, 3, 4]),
      gasUsed: 60_000n,
      ...parts,
    });
    const story: readonly (readonly TxParts[])[] = [
      [],
      [{ from: market, to: between, value: 4n * ether }],
      [call(between, pool, { value: 4n * ether, logs: [erc20(dollar, pool, between, 8000n)] })],
      [call(between, dollar, { nonce: 1n, logs: [erc20(dollar, between, customer, 5000n)] })],
      [
        call(customer, vault, {
          logs: [erc20(dollar, customer, vault, 5000n), erc20(vault, nobody, customer, 5000n)],
        }),
      ],
      [call(customer, vault, { nonce: 1n, logs: [erc20(vault, customer, bourse, 2000n)] })],
    ];
    const bundles: EthereumBundle[] = [];
    for (const txs of story) extend(bundles, txs, [vault]);
    await createEthereumLedger({ db }).append(chain, bundles, openings);
    const api = await createDirectoryApi(db);
    for (const [name, address, type] of [
      ['Market', market, 'darknet_market'],
      ['Swapyard', pool, 'decentralized_exchange'],
      ['Larkvault', vault, 'lending'],
      ['Bourse', bourse, 'exchange'],
    ] as const) {
      await api.sync(`of ${name}`, [
        subject(name, { proper_name: name, entity_type: type }),
        attribution(name, toText(address)),
      ]);
    }
    const ada = await api.someone('ada@example.org');
    const walkOf = async (identifier: string, asset: Uint8Array | undefined, direction: string) => {
      const type = identifier.length > 42 ? ('transaction' as const) : ('address' as const);
      const body = { identifier, type, ...(asset && { asset: toText(asset) }) };
      const { data } = await api.as(ada, endpoints.calculateRisk, { body });
      return data.walks.find((walk) => walk.direction === direction);
    };
    const summary = (walk: Awaited<ReturnType<typeof walkOf>>) =>
      walk?.exposures.map(({ category, entity, amount, hops }) => ({
        of: entity?.name ?? category,
        amount,
        hops,
      }));
    return { url: created.url, bundles, api, ada, vault, nobody, walkOf, summary };
  }

  test('on mainnet, a token that nobody knows is worth nothing: the pool is the answer', async () => {
    const { vault, walkOf, summary } = await openSwaps({ chainId: 1n, network: 'mainnet' });
    const spent = summary(await walkOf(toText(between), undefined, 'forward'));
    expect(spent?.map(({ of, hops }) => [of, hops])).toEqual([
      ['Swapyard', 1],
      ['fee', 1],
    ]);
    expect(summary(await walkOf(toText(customer), vault, 'backward'))).toEqual([]);
    // What it was bought with is known.
    expect(summary(await walkOf(toText(customer), dollar, 'backward'))).toEqual([
      { of: 'Market', amount: '5000', hops: 2 },
    ]);
  });

  test('follows funds through a swap and a wrapping token, in both directions', async () => {
    const { url, bundles, api, ada, vault, nobody, walkOf, summary } = await openSwaps(network);
    const dollars = await walkOf(toText(customer), dollar, 'backward');
    expect(summary(dollars)).toEqual([{ of: 'Market', amount: '5000', hops: 2 }]);
    const contract = toChecksumAddress(toText(dollar));
    const coin = { symbol: 'ETH', contract: null };
    expect(dollars?.exposures[0]?.path.map(({ address, converted }) => ({ address, converted }))).toEqual([
      { address: toChecksumAddress(toText(between)), converted: null },
      { address: toChecksumAddress(toText(between)), converted: coin },
      { address: toChecksumAddress(toText(market)), converted: null },
    ]);
    // The shares of the vault were created for the customer; before, nothing was known of them.
    const shares = await walkOf(toText(customer), vault, 'backward');
    expect(summary(shares)).toEqual([{ of: 'Market', amount: '5000', hops: 2 }]);
    expect(shares?.exposures[0]?.path[0]?.converted).toEqual({ symbol: 'XUSD', contract });
    const spent = await walkOf(toText(between), undefined, 'forward');
    // But for fees of 0.0000000000006 ether, all was converted: 3000 of 8000 dollars and 3000 shares are unspent.
    const rounded = summary(spent)?.map(({ of, amount, hops }) => [
      of,
      Number(BigInt(amount) / 10n ** 15n),
      hops,
    ]);
    expect(rounded).toEqual([
      ['unspent', 2999, 0],
      ['Bourse', 999, 2],
      ['fee', 0, 1],
    ]);
    // The deposit at the exchange, as a transaction by itself, and the swap.
    const hashOf = (height: number): string => toText(bundles[height]?.block.transactions[0]?.hash ?? nobody);
    expect(summary(await walkOf(hashOf(5), vault, 'backward'))).toEqual([
      { of: 'Market', amount: '2000', hops: 3 },
    ]);
    expect(summary(await walkOf(hashOf(2), dollar, 'backward'))).toEqual([
      { of: 'Market', amount: '8000', hops: 1 },
    ]);
    const record = await api.ask('/risk-scoring/record', {
      method: 'POST',
      token: ada.accessToken,
      payload: { identifier: toText(customer), asset: toText(vault) },
    });
    expect(await verifyByCommand(url, record.body)).toMatchObject({ code: 0 });
  });
});
