import { toChecksumAddress } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import type { EthereumBundle, TokenFacts } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { autoLines, pathLines } from '../support/api/flow-lines.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { addressOf, erc20, makeBundle, type TxParts } from '../support/sources/ethereum-blocks.ts';

const ether = 10n ** 18n;
const usd = 10n ** 6n;
const names = [
  'victim',
  'thief',
  'pool',
  'friend',
  'bridge',
  'dollar',
  'one',
  'two',
  'wallet',
  'router',
  'helper',
  'bank',
  'receipt',
] as const;
type Name = (typeof names)[number];
const keys = new Map(names.map((name, i) => [name, addressOf(i + 40)]));
const keyOf = (name: Name): Uint8Array => keys.get(name) ?? new Uint8Array(20);
const textOf = (name: Name): string => toChecksumAddress(`0x${Buffer.from(keyOf(name)).toString('hex')}`);
const who = (node: string | null): string =>
  names.find((name) => `ethereum:${textOf(name)}` === node) ?? String(node);

const tokens: readonly TokenFacts[] = [
  { contract: keyOf('dollar'), standard: 'erc20', name: 'Example Dollar', symbol: 'XUSD', decimals: 6 },
];
const nonces = new Map<Name, bigint>();
const nobody = new Uint8Array(20);
function send(from: Name, to: Name, value: bigint, logs: TxParts['logs'] = []): TxParts {
  const nonce = nonces.get(from) ?? 0n;
  nonces.set(from, nonce + 1n);
  return {
    from: keyOf(from),
    to: keyOf(to),
    value,
    nonce,
    ...(logs.length > 0 && { logs, input: new Uint8Array([1, 2, 3, 4]), gasUsed: 60_000n }),
  };
}

/** The thief gets 10 ether, swaps 4 of them into dollars, sends some of these on, and sends 2 ether into the bridge. */
const scenes: readonly (readonly TxParts[])[] = [
  [],
  [send('victim', 'thief', 10n * ether)],
  [send('thief', 'pool', 4n * ether, [erc20(keyOf('dollar'), keyOf('pool'), keyOf('thief'), 8000n * usd)])],
  [send('thief', 'dollar', 0n, [erc20(keyOf('dollar'), keyOf('thief'), keyOf('friend'), 5000n * usd)])],
  [send('thief', 'bridge', 2n * ether)],
  [send('victim', 'one', ether), send('victim', 'two', ether)],
  [send('one', 'wallet', ether / 2n), send('two', 'wallet', ether / 2n)],
  [send('victim', 'one', ether), send('victim', 'two', ether)],
  [send('one', 'wallet', ether / 2n), send('two', 'wallet', ether / 2n)],
];
const later: readonly (readonly TxParts[])[] = [
  [send('friend', 'thief', ether), send('thief', 'one', 3n * ether)],
];

function bundlesOf(all: readonly (readonly TxParts[])[]): EthereumBundle[] {
  const bundles: EthereumBundle[] = [];
  for (const [height, txs] of all.entries()) {
    const parentHash = bundles.at(-1)?.block.hash ?? new Uint8Array(32);
    bundles.push(
      makeBundle({
        height,
        parentHash,
        txs,
        withdrawals: [],
        baseFee: 10n ** 9n,
        tokens: height === 2 ? tokens : [],
      }),
    );
  }
  return bundles;
}

/**
 * The thief gets 10 ether, and swaps 8 of them through a router that sends 2 back; the dollars of a pool go to the helper, who
 * lends them for receipts, and sends half of these to a friend.
 */
const lending: readonly (readonly TxParts[])[] = [
  [],
  [send('victim', 'thief', 10n * ether)],
  [
    {
      ...send('thief', 'router', 8n * ether, [
        erc20(keyOf('dollar'), keyOf('pool'), keyOf('helper'), 12_000n * usd),
      ]),
      frames: [
        { path: [], from: keyOf('thief'), to: keyOf('router'), value: 8n * ether, failed: false },
        { path: [0], from: keyOf('router'), to: keyOf('pool'), value: 6n * ether, failed: false },
        { path: [1], from: keyOf('router'), to: keyOf('thief'), value: 2n * ether, failed: false },
      ],
    },
  ],
  [
    send('helper', 'bank', 0n, [
      erc20(keyOf('dollar'), keyOf('helper'), keyOf('bank'), 12_000n * usd),
      erc20(keyOf('receipt'), nobody, keyOf('helper'), 11_000n),
    ]),
  ],
  [send('helper', 'receipt', 0n, [erc20(keyOf('receipt'), keyOf('helper'), keyOf('friend'), 5500n)])],
  [
    send('friend', 'bank', 0n, [
      erc20(keyOf('receipt'), keyOf('friend'), nobody, 5500n),
      erc20(keyOf('dollar'), keyOf('bank'), keyOf('friend'), 6000n * usd),
    ]),
  ],
];

describeWithDatabase('FlowTrace on Ethereum', (databases) => {
  test('follows what was converted through routers, by created and destroyed tokens, and to other accounts', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const rich = new Map(
      (['victim', 'helper', 'friend'] as const).map((name) => [
        Buffer.from(keyOf(name)).toString('hex'),
        100n * ether,
      ]),
    );
    await ledger.append({ chainId: 1337n, network: 'demo' }, bundlesOf(lending), {
      balances: rich,
      complete: true,
    });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const trace = async (start: Name, more: object = {}) => {
      const answer = await api.answer(ada, endpoints.autoTrace, {
        body: { starts: [{ address: textOf(start) }], minShare: 0, ...more },
      });
      const lines = autoLines(answer.body);
      const end = lines.at(-1);
      if (end?.line !== 'end') throw new Error(answer.body);
      const stops = lines.flatMap((line) => (line.line === 'stops' ? line.stops : []));
      for (const { asset, followed } of end.accounts) {
        const own = stops.filter((stop) => stop.asset.contract === asset.contract);
        expect(String(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n))).toBe(followed);
      }
      return {
        hops: lines.flatMap((line) =>
          line.line === 'hops'
            ? line.hops.map(
                ({ node, to, gave, got, basis }) =>
                  `${who(node)} ${gave.amount} > ${who(to)} ${got.amount} (${basis})`,
              )
            : [],
        ),
        stops: stops.map(({ reason, node, amount }) => `${reason} ${who(node)} ${amount}`).toSorted(),
        transfers: lines.flatMap((line) =>
          line.line === 'transfers'
            ? line.transfers.map(
                ({ transfer: { from, to }, followed }) => `${who(from)}>${who(to)} ${followed}`,
              )
            : [],
        ),
      };
    };
    const forward = await trace('thief');
    expect(forward.hops).toEqual([
      `thief ${6n * ether} > helper ${12_000n * usd} (exact)`,
      `helper ${12_000n * usd} > helper 11000 (exact)`,
      `friend 5500 > friend ${6000n * usd} (exact)`,
    ]);
    expect(forward.transfers).toEqual([
      `thief>router ${8n * ether}`,
      `router>thief ${2n * ether}`,
      `pool>helper ${12_000n * usd}`,
      `helper>bank ${12_000n * usd}`,
      'helper>friend 5500',
      `bank>friend ${6000n * usd}`,
    ]);
    // The part that came back is a start of its own.
    expect(forward.stops).toEqual(
      expect.arrayContaining([
        `swap router ${6n * ether}`,
        `returned thief ${2n * ether}`,
        `swap bank ${12_000n * usd}`,
        'swap null 5500',
        'unspent helper 5500',
        `unspent friend ${6000n * usd}`,
      ]),
    );
    const backward = await trace('friend', { asset: textOf('receipt'), direction: 'backward' });
    expect(backward.hops).toEqual([
      `helper ${6000n * usd} > helper 5500 (exact)`,
      `thief ${3n * ether} > helper ${6000n * usd} (exact)`,
    ]);
    expect(backward.stops).toContain(`not_in_ledger victim ${3n * ether}`);
    const off = await trace('friend', { asset: textOf('receipt'), direction: 'backward', swaps: false });
    expect(off.hops).toEqual([]);
    expect(off.stops).toEqual(['mined helper 5500']);

    const path = async (more: object = {}) => {
      const body = { from: textOf('victim'), to: textOf('friend'), ...more };
      const answer = await api.answer(ada, endpoints.findFlowPath, { body });
      const lines = pathLines(answer.body);
      const found = lines.flatMap((line) => (line.line === 'path' ? [line.path] : []));
      return {
        outcomes: lines.flatMap((line) => (line.line === 'end' ? line.results : [])),
        paths: found.map(({ transfers, conversions, steps, width, widthAsset }) => {
          const described = new Map([
            ...transfers.map(
              ({ id, from, to, amount }) => [id, `${who(from)}>${who(to)} ${amount}`] as const,
            ),
            ...conversions.map(
              ({ id, from, to, gave, got }) =>
                [id, `${who(from)} ${gave.amount} > ${who(to)} ${got.amount}`] as const,
            ),
          ]);
          return { steps: steps.map((id) => described.get(id)), width, contract: widthAsset.contract };
        }),
      };
    };
    const through = {
      steps: [
        `victim>thief ${10n * ether}`,
        `thief ${6n * ether} > helper ${12_000n * usd}`,
        `helper ${12_000n * usd} > helper 11000`,
        'helper>friend 5500',
      ],
      width: '5500',
      contract: textOf('receipt'),
    };
    const found = [{ direction: 'forward', outcome: 'found', proven: true }];
    expect(await path()).toEqual({ outcomes: found, paths: [through] });
    // As much went through the account of the bank, which nobody knows to be a service.
    const asMuch = {
      steps: [...through.steps.slice(0, 2), `helper>bank ${12_000n * usd}`, `bank>friend ${6000n * usd}`],
      width: String(6000n * usd),
      contract: textOf('dollar'),
    };
    expect(await path({ mode: 'largest' })).toEqual({ outcomes: found, paths: [asMuch] });
    const nothing = [{ direction: 'forward', outcome: 'none', proven: true }];
    expect(await path({ maxHops: 3 })).toEqual({ outcomes: nothing, paths: [] });
    expect(await path({ swaps: false })).toEqual({ outcomes: nothing, paths: [] });
    // Backward in time, nothing went from the friend to the victim.
    expect((await path({ directions: 'backward', asset: textOf('receipt') })).paths).toEqual([]);
  });

  test('keeps tokens apart, follows a swap into the other asset, and finds ways, owners and shares', async () => {
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db });
    const blocks = bundlesOf([...scenes, ...later]);
    const funds = ['victim', 'friend'] as const;
    const balances = new Map(
      funds.map((name) => [Buffer.from(keyOf(name)).toString('hex'), 100n * ether] as const),
    );
    const chain = { chainId: 1337n, network: 'demo' };
    await ledger.append(chain, blocks.slice(0, scenes.length), { balances, complete: true });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    await api.sync('bridges', [
      subject('span', { proper_name: 'Span', entity_type: 'bridge' }),
      attribution('span', textOf('bridge')),
    ]);
    const expand = (more: object) =>
      api.as(ada, endpoints.expandFlow, { body: { address: textOf('thief'), ...more } });
    const shown = (answer: Awaited<ReturnType<typeof expand>>) =>
      answer.transfers.map(
        ({ from, to, amount, asset }) => `${who(from)}>${who(to)} ${amount} ${asset.symbol}`,
      );
    const all = await expand({});
    expect(shown(all)).toEqual([
      `thief>bridge ${2n * ether} ETH`,
      `thief>friend ${5000n * usd} XUSD`,
      `thief>pool ${4n * ether} ETH`,
      `pool>thief ${8000n * usd} XUSD`,
      `victim>thief ${10n * ether} ETH`,
    ]);
    expect(all.totals?.map(({ asset, in: into, out }) => [asset.symbol, asset.decimals, into, out])).toEqual([
      ['ETH', 18, String(10n * ether), String(6n * ether)],
      ['XUSD', 6, String(8000n * usd), String(5000n * usd)],
    ]);
    expect(shown(await expand({ asset: textOf('dollar'), direction: 'out' }))).toEqual([
      `thief>friend ${5000n * usd} XUSD`,
    ]);
    const ends = await api.as(ada, endpoints.expandFlow, { body: { address: textOf('friend') } });
    expect(ends.transfers[0]).toEqual(all.transfers[1]);
    await api.refused(400, ada, endpoints.expandFlow, {
      body: { address: textOf('thief'), asset: textOf('friend') },
    });

    const trace = async (more: object = {}) => {
      const answer = await api.answer(ada, endpoints.autoTrace, {
        body: { starts: [{ address: textOf('thief') }], minShare: 0, ...more },
      });
      const lines = autoLines(answer.body);
      const end = lines.at(-1);
      if (end?.line !== 'end') throw new Error(answer.body);
      const stops = lines.flatMap((line) => (line.line === 'stops' ? line.stops : []));
      for (const { asset, followed } of end.accounts) {
        const own = stops.filter((stop) => stop.asset.symbol === asset.symbol);
        expect(String(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n))).toBe(followed);
      }
      return { lines, end, stops };
    };
    const traced = await trace();
    const hops = traced.lines.flatMap((line) => (line.line === 'hops' ? line.hops : []));
    expect(hops).toMatchObject([
      {
        kind: 'conversion',
        basis: 'exact',
        node: `ethereum:${textOf('thief')}`,
        to: `ethereum:${textOf('thief')}`,
        gave: { amount: String(4n * ether), asset: { symbol: 'ETH' } },
        got: { amount: String(8000n * usd), asset: { symbol: 'XUSD', decimals: 6 } },
      },
    ]);
    expect(
      traced.stops.map(
        ({ reason, node, amount, asset }) => `${reason} ${who(node)} ${amount} ${asset.symbol}`,
      ),
    ).toEqual(
      expect.arrayContaining([
        `swap pool ${4n * ether} ETH`,
        `bridge bridge ${2n * ether} ETH`,
        `unspent friend ${5000n * usd} XUSD`,
        `unspent thief ${3000n * usd} XUSD`,
      ]),
    );
    expect((await trace({ swaps: false })).end.accounts).toHaveLength(1);
    const back = await trace({
      starts: [{ address: textOf('friend') }],
      asset: textOf('dollar'),
      direction: 'backward',
    });
    expect(back.stops.map(({ reason, node }) => `${reason} ${who(node)}`)).toEqual([
      'swap pool',
      'not_in_ledger victim',
    ]);

    const [begin] = traced.lines;
    if (begin?.line !== 'begin') throw new Error('No beginning');
    const { directoryVersion: version, directoryDay: day } = begin.basis;
    const height = begin.basis.height ?? 0;
    await ledger.append(chain, blocks.slice(scenes.length));
    const again = await trace({ height, directory: { version, day } });
    expect(again.lines).toEqual(traced.lines);

    const path = async (from: Name, to: Name, more: object = {}) => {
      const answer = await api.answer(ada, endpoints.findFlowPath, {
        body: { from: textOf(from), to: textOf(to), ...more },
      });
      return pathLines(answer.body).flatMap((line) =>
        line.line === 'path' ? [line.path.transfers.map(({ to: next }) => who(next))] : [],
      );
    };
    expect(await path('victim', 'wallet')).toEqual([['one', 'wallet']]);
    expect(await path('pool', 'friend')).toEqual([]);
    expect(await path('pool', 'friend', { asset: textOf('dollar') })).toEqual([['thief', 'friend']]);

    const owners = await api.as(ada, endpoints.findSameOwners, {
      body: {
        addresses: [textOf('one'), textOf('two'), textOf('friend')],
        height,
        directory: { version, day },
      },
    });
    expect(owners.pairs).toEqual([
      {
        a: textOf('one'),
        b: textOf('two'),
        evidence: [{ kind: 'deposit', wallet: textOf('wallet'), certainty: 0.7 }],
      },
    ]);
    const dollars = all.transfers
      .filter(({ asset }) => asset.symbol === 'XUSD')
      .map(({ utxoKey }) => utxoKey);
    const taint = await api.as(ada, endpoints.taintFlow, {
      body: {
        source: { address: textOf('thief') },
        asset: textOf('dollar'),
        drawn: dollars,
        method: 'fifo',
      },
    });
    expect(taint).toMatchObject({
      followed: String(8000n * usd),
      connections: [{ id: all.transfers[1]?.id, amount: String(5000n * usd), share: 625_000 }],
    });
  });
});
