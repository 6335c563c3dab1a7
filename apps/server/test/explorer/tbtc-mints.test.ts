import {
  addressKeyOfScript,
  depositKeyOf,
  encodeAddress,
  fromHex,
  networks,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import { checkBundle, emptyDocument, queryStep } from '@hopscope/canvas';
import {
  type AutoTraceLine,
  autoTraceLine,
  endpoints,
  type FlowPathLine,
  flowPathLine,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import { readZip } from '../../src/contexts/tracing/evidence/zip.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { readThrough } from '../support/api/counterparties.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { type Files, more, redraw, reseal } from '../support/ledger/forgeries.ts';
import { keepStory } from '../support/ledger/recorded-story.ts';
import { randomScript } from '../support/ledger/scripts.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import { addressOf, erc20, nobody } from '../support/sources/ethereum-blocks.ts';
import {
  accountOf,
  bundlesOf,
  call,
  hex,
  payout,
  router,
  textOf,
  topicOf,
  word,
  words,
} from '../support/sources/thorchain-events.ts';
import { createRandom } from '../support/survival/random.ts';

const ether = 10n ** 18n;
/** Keys of who reveals, who mints, and who receives. */
const [relayerKey, minterKey, receiverKey] = [21, 22, 23].map((byte) => new Uint8Array(32).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const [relayer, minter, receiver] = [relayerKey, minterKey, receiverKey].map(accountOf) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const [bourse, treasury, stranger] = [83, 84, 85].map(addressOf) as [Uint8Array, Uint8Array, Uint8Array];
const bridge = fromHex('5e4861a80b55f035d899f66772117f00fa0e8e7b');
const vault = fromHex('9c070027cdc9dc8f82416b2e5314e11dfb4fe3cd');
const token = fromHex('18084fba666a33d37592fa2633fd49a74dd93a88');

interface Question {
  readonly starts: { address: string }[];
  readonly blockchain?: 'bitcoin' | 'ethereum';
  readonly asset?: string;
  readonly direction?: 'backward';
  readonly minShare: number;
}

/** A deposit that is revealed; `txid` in internal order, `value` in satoshis. */
function revealed(
  to: Uint8Array,
  { txid, output, value }: { txid: Uint8Array; output: bigint; value: bigint },
) {
  const signature = 'DepositRevealed(bytes32,uint32,address,uint64,bytes8,bytes20,bytes20,bytes4,address)';
  const topics = [topicOf(signature), word(to), word(0n)];
  return { address: bridge, topics, data: words(txid, output, value, 0n, 0n, 0n, vault) };
}

/** The event of a mint for a deposit. */
function finalized(to: Uint8Array, key: string, by = vault) {
  const signature = 'OptimisticMintingFinalized(address,uint256,address,uint256)';
  const topics = [topicOf(signature), word(minter), word(fromHex(key)), word(to)];
  return { address: by, topics, data: words(7n * ether) };
}

/** A victim on Bitcoin pays a thief, who deposits with tBTC; the tokens are minted for the receiver, who pays an exchange. */
function makeStory() {
  const random = createRandom(9);
  const scripts = (['p2wpkh', 'p2wpkh', 'p2wsh', 'p2wsh'] as const).map((type) => randomScript(type, random));
  const [victim, thief, funding, other] = scripts as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const time = (height: number): number => 1_700_000_000 + (height - 112) * 600 - 600;
  const chain = createChain({ seed: 8, network: 'mainnet', maxTxs: 1, time });
  chain.extend(110);
  const [coin] = chain.coins;
  if (!coin) throw new Error('Nothing to spend');
  const half = coin.value / 2n;
  const own = chain.spend([coin], [{ value: coin.value, script: victim }]);
  chain.mine([own]);
  const stolen = chain.spend(
    [{ txid: own.txid, vout: 0, value: coin.value }],
    [{ value: coin.value, script: thief }],
  );
  chain.mine([stolen]);
  const paying = chain.spend(
    [{ txid: stolen.txid, vout: 0, value: coin.value }],
    [
      { value: half, script: other },
      { value: coin.value - half, script: funding },
    ],
  );
  chain.mine([paying]);
  // After the blocks of Ethereum.
  chain.mine([]);
  const value = coin.value - half;
  const minted = value * 10n ** 10n - 5n;
  const [key, wrongKey] = [depositKeyOf(paying.txid, 1), depositKeyOf(paying.txid, 2)];
  const logs = (to: Uint8Array, name: string, by?: Uint8Array) => [
    erc20(token, nobody, to, minted),
    erc20(token, nobody, treasury, 5n),
    finalized(to, name, by),
  ];
  const mint = { ...call, from: minter, privateKey: minterKey, to: vault };
  // Memos that name the transaction and the key, more of them than are read.
  const memos = [toDisplayHash(paying.txid), key].flatMap((inbound) =>
    Array.from({ length: 201 }, () => payout(stranger, 1n, { vault: relayer, inbound })),
  );
  const relayed = { ...call, from: relayer, privateKey: relayerKey };
  const blocks = bundlesOf([
    [],
    [
      { ...relayed, to: router, nonce: 0n, gasUsed: 20_000_000n, logs: memos },
      // The relayer has as many tokens, and passes them on: they are not what is minted.
      {
        ...relayed,
        to: bridge,
        nonce: 1n,
        logs: [
          revealed(receiver, { txid: paying.txid, output: 1n, value }),
          erc20(token, relayer, receiver, value * 10n ** 10n),
        ],
      },
    ],
    [
      { ...mint, nonce: 0n, logs: logs(receiver, key) },
      // Of an output that isn't there, and by another contract.
      { ...mint, nonce: 1n, logs: logs(stranger, wrongKey) },
      { ...mint, nonce: 2n, logs: logs(stranger, key, bridge) },
    ],
    [
      {
        ...call,
        from: receiver,
        privateKey: receiverKey,
        to: token,
        nonce: 0n,
        logs: [erc20(token, receiver, bourse, minted + value * 10n ** 10n)],
      },
    ],
  ]);
  const facts = { standard: 'erc20', name: 'tBTC v2', symbol: 'tBTC', decimals: 18 } as const;
  const addresses = scripts.map((script) =>
    encodeAddress(addressKeyOfScript(script) ?? nobody, networks.mainnet),
  ) as [string, string, string, string];
  const [, , deposit, rest] = addresses;
  return {
    chain,
    blocks: blocks.map((each) => ({ ...each, tokens: [{ contract: token, ...facts }] })),
    value,
    minted,
    txid: toDisplayHash(paying.txid),
    addresses: { victim: addresses[0], thief: addresses[1], deposit, rest },
    hashOf: (height: number, index: number) => hex(blocks[height]?.block.transactions[index]?.hash ?? nobody),
  };
}

describeWithDatabase('Tokens that tBTC mints', (databases) => {
  test('are exact where the key of their deposit is that of an output, and connect both chains', async () => {
    const db = await databases.empty();
    const { chain, blocks, value, minted, txid, addresses, hashOf } = makeStory();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
    const rich = [relayer, receiver, minter].map((key) => [toHex(key), 10n * ether] as const);
    await createEthereumLedger({ db }).append({ chainId: 1n, network: 'mainnet' }, blocks, {
      balances: new Map(rich),
      complete: true,
    });
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const crossingsOf = async (height: number, index: number) => {
      const params = { hash: hashOf(height, index) };
      const { data } = await api.as(ada, endpoints.getTransaction, { params });
      if (data.blockchain !== 'ethereum') throw new Error('Not on Ethereum');
      return data.crossings;
    };
    const mint = {
      protocol: 'tBTC',
      direction: 'in',
      chain: { name: 'Bitcoin' },
      account: null,
      recipient: textOf(receiver),
      transaction: txid,
      amt: String(minted),
      proof: 'exact',
    };
    expect(await crossingsOf(2, 0)).toMatchObject([mint]);
    expect(await crossingsOf(2, 1)).toMatchObject([{ transaction: null, proof: 'stated' }]);
    expect(await crossingsOf(2, 2)).toEqual([]);
    expect(await crossingsOf(1, 1)).toMatchObject([{ transaction: txid, proof: 'exact' }]);
    // Of the deposit, what was minted counts, and not that it was revealed.
    const { data: around } = await api.as(ada, endpoints.getTransactionContext, { params: { hash: txid } });
    expect(around).toMatchObject({
      deposits: [
        {
          output: 1,
          protocol: 'tBTC',
          transaction: hashOf(2, 0),
          recipient: textOf(receiver),
          amt: String(minted),
          proof: 'exact',
        },
      ],
    });
    expect(await readThrough(api, ada, { addr: addresses.thief, direction: 'out' })).toMatchObject([
      { of: addresses.deposit, accounts: [textOf(receiver)], transaction: hashOf(2, 0), proof: 'exact' },
    ]);

    const linesOf = async (question: Question) => {
      const { body } = await api.answer(ada, endpoints.autoTrace, { body: question });
      return body
        .trimEnd()
        .split('\n')
        .map((line): AutoTraceLine => autoTraceLine.parse(JSON.parse(line)));
    };
    const hopsOf = (lines: readonly AutoTraceLine[]) =>
      lines.flatMap((line) => (line.line === 'hops' ? line.hops : []));
    const crossing = {
      kind: 'crossing',
      node: `bitcoin:${addresses.deposit}`,
      to: `ethereum:${textOf(receiver)}`,
      gave: { asset: { symbol: 'BTC' }, amount: String(value) },
      got: { asset: { contract: textOf(token) }, amount: String(minted) },
      record: {
        gave: { transaction: txid, amount: String(value) },
        got: { transaction: hashOf(2, 0), amount: String(minted) },
        crossing: { protocol: 'tBTC', proof: 'exact', output: 1 },
      },
    };
    const question: Question = {
      starts: [{ address: addresses.thief }],
      blockchain: 'bitcoin',
      minShare: 0,
    };
    const ahead = await linesOf(question);
    expect(hopsOf(ahead)).toMatchObject([crossing]);
    const passed = ahead.flatMap((line) => (line.line === 'transfers' ? line.transfers : []));
    expect(passed.map(({ transfer }) => transfer.to)).toContain(`ethereum:${textOf(bourse)}`);
    const back = await linesOf({
      starts: [{ address: textOf(bourse) }],
      asset: textOf(token),
      direction: 'backward',
      minShare: 0,
    });
    expect(hopsOf(back)).toMatchObject([{ kind: 'crossing', record: crossing.record }]);
    const before = back.flatMap((line) => (line.line === 'transfers' ? line.transfers : []));
    expect(before.map(({ transfer }) => transfer.from)).toContain(`bitcoin:${addresses.victim}`);

    for (const mode of ['shortest', 'largest'] as const) {
      const body = { from: addresses.victim, to: textOf(bourse), mode };
      const found = (await api.answer(ada, endpoints.findFlowPath, { body })).body
        .trimEnd()
        .split('\n')
        .map((line): FlowPathLine => flowPathLine.parse(JSON.parse(line)));
      const [path] = found.flatMap((line) => (line.line === 'path' ? [line.path] : []));
      expect(path?.conversions).toMatchObject([crossing.record]);
      expect(path?.transfers.at(-1)?.to).toBe(`ethereum:${textOf(bourse)}`);
    }

    // Scores follow it, too, although no label says that a bridge received the deposit.
    const label = (name: string, type: string, address: string) =>
      api.sync(`of ${name}`, [
        subject(name, { proper_name: name, entity_type: type }),
        attribution(name, address, { confidence: 90 }),
      ]);
    await label('Bourse', 'exchange', hex(bourse));
    await label('Market', 'darknet_market', addresses.victim);
    const { data: score } = await api.as(ada, endpoints.calculateRisk, {
      body: { identifier: addresses.thief },
    });
    const exposures = score.walks.find(({ direction }) => direction === 'forward')?.exposures ?? [];
    expect(exposures.map(({ category, amount, hops }) => [category, amount, hops])).toEqual([
      ['exchange', String(value), 2],
      ['unspent', String(value), 1],
    ]);
    const { data: ofReceiver } = await api.as(ada, endpoints.calculateRisk, {
      body: { identifier: textOf(receiver), asset: textOf(token) },
    });
    const origins = ofReceiver.walks.find(({ direction }) => direction === 'backward')?.exposures ?? [];
    expect(origins.map(({ category, hops }) => [category, hops])).toContainEqual(['darknet_market', 2]);

    // An evidence bundle proves both sides without what was revealed.
    const [first] = ahead;
    if (first?.line !== 'begin') throw new Error('No basis');
    const answer = {
      transfers: passed.map(({ transfer }) => transfer),
      parties: ahead.flatMap((line) => (line.line === 'parties' ? line.parties : [])),
      stops: ahead.flatMap((line) => (line.line === 'stops' ? line.stops : [])),
      conversions: hopsOf(ahead).flatMap(({ record }) => record ?? []),
    };
    const about = { query: { kind: 'auto' as const, question: { ...question } }, answer, basis: first.basis };
    const step = queryStep(emptyDocument, about, { id: 'one', author: ada.id, time: 0 });
    const params = await keepStory(api, ada, [step]);
    const bundle = await api.answer(ada, endpoints.bundleFlowDocument, { params, body: {} });
    const files: Files = readZip(bundle.rawPayload);
    const check = (some: Files, verdict: string): string[] =>
      checkBundle(some, nativeHashing).flatMap((one) => (one.verdict === verdict ? [one.text] : []));
    // Blocks of mainnet can't be mined here, so its header and what rests on it are wrong, and nothing else is.
    expect(check(files, 'wrong').filter((text) => !/header|Header|no proof of inclusion/.test(text))).toEqual(
      [],
    );
    expect(check(files, 'confirmed')).toContainEqual('1 of 1 conversions match their transactions.');
    const [stated] = answer.conversions;
    if (!stated) throw new Error('No conversion');
    const forgeries: readonly [object, RegExp][] = [
      [{ gave: { ...stated.gave, amount: more(stated.gave.amount) } }, /its output is/],
      [{ got: { ...stated.got, amount: more(stated.got.amount) } }, /its payout is/],
      [{ crossing: { ...stated.crossing, output: 0 } }, /its proof differs/],
      [{ crossing: { ...stated.crossing, proof: 'agreed' } }, /its proof differs/],
      [{ to: `ethereum:${textOf(bourse)}` }, /another recipient/],
      [{ from: `bitcoin:${addresses.rest}` }, /did not receive that output/],
    ];
    for (const [fields, reason] of forgeries) {
      const forged = new Map(files);
      redraw(forged, (record) => {
        if (record['id'] === stated.id) Object.assign(record, fields);
      });
      reseal(forged);
      expect(check(forged, 'wrong').join('\n')).toMatch(reason);
    }
  });
});
