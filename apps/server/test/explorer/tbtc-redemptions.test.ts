import { toDisplayHash, toHex, type Transaction } from '@hopscope/chain';
import { checkBundle, emptyDocument, queryStep } from '@hopscope/canvas';
import {
  type AutoTraceLine,
  autoTraceLine,
  endpoints,
  type FlowPathLine,
  flowPathLine,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createScores } from '../../src/contexts/risk/scores/score.service.ts';
import { verifyRecord } from '../../src/contexts/risk/scores/verify-record.ts';
import { readZip } from '../../src/contexts/tracing/evidence/zip.ts';
import { clustersOf, clustersUpTo, entitiesOf, relabel } from '../../src/ledger/bitcoin/clusters/clusters.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { readThrough } from '../support/api/counterparties.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import type { Someone } from '../support/api/teams-api.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { type Files, more, redraw, reseal } from '../support/ledger/forgeries.ts';
import { keepStory } from '../support/ledger/recorded-story.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';
import {
  ether,
  maintainer,
  makeRedemptions,
  most,
  other,
  requested,
  tbtcOfSatoshi,
  thief,
  token,
  victim,
} from '../support/sources/redemption-story.ts';
import { hex, textOf } from '../support/sources/thorchain-events.ts';

const amount = String(requested * tbtcOfSatoshi);

/** A server with both ledgers, and someone who asks. */
async function openStory(databases: TestDatabases, when: Parameters<typeof makeRedemptions>[0] = {}) {
  const db = await databases.empty();
  const story = makeRedemptions(when);
  const { chain, blocks } = story;
  await createBitcoinLedger({ db, hashing: nativeHashing }).append(chain.network, chain.blocks);
  const rich = [victim, thief, other, maintainer].map((account) => [toHex(account), 10n * ether] as const);
  await createEthereumLedger({ db }).append({ chainId: 1n, network: 'mainnet' }, blocks, {
    balances: new Map(rich),
    complete: true,
  });
  const api = await createDirectoryApi(db);
  const ada = await api.someone('ada@example.org');
  return { db, api, ada, ...story };
}

interface Question {
  readonly starts: { address: string }[];
  readonly blockchain?: 'ethereum';
  readonly asset?: string;
  readonly direction?: 'backward';
  readonly height?: number;
}

async function linesOf(api: DirectoryApi, who: Someone, question: Question): Promise<AutoTraceLine[]> {
  const { body } = await api.answer(who, endpoints.autoTrace, { body: { minShare: 0, ...question } });
  return body
    .trimEnd()
    .split('\n')
    .map((line) => autoTraceLine.parse(JSON.parse(line)));
}

const hopsOf = (lines: readonly AutoTraceLine[]) =>
  lines.flatMap((line) => (line.line === 'hops' ? line.hops : []));
const transfersOf = (lines: readonly AutoTraceLine[]) =>
  lines.flatMap((line) => (line.line === 'transfers' ? line.transfers : [])).map(({ transfer }) => transfer);
const stopsOf = (lines: readonly AutoTraceLine[]) =>
  lines.flatMap((line) => (line.line === 'stops' ? line.stops : []));
/** What the thief has. */
const ofThief: Question = {
  starts: [{ address: textOf(thief) }],
  blockchain: 'ethereum',
  asset: textOf(token),
};

describeWithDatabase('Redemptions of tBTC', (databases) => {
  test('are exact where the contract accepts a payment of their wallet', async () => {
    const { api, ada, early, first, second, foreignPayment, addresses, hashOf } = await openStory(databases);
    const crossingsOf = async (height: number, index: number) => {
      const params = { hash: hashOf(height, index) };
      const { data } = await api.as(ada, endpoints.getTransaction, { params });
      if (data.blockchain !== 'ethereum') throw new Error('Not on Ethereum');
      return data.crossings;
    };
    const payoutsOf = async ({ txid }: Transaction) => {
      const params = { hash: toDisplayHash(txid) };
      const { data } = await api.as(ada, endpoints.getTransactionContext, { params });
      if (data.blockchain !== 'bitcoin') throw new Error('Not on Bitcoin');
      return data.payouts;
    };
    const [firstId, secondId] = [first, second].map(({ txid }) => toDisplayHash(txid));
    const asked = { protocol: 'tBTC', direction: 'out', amt: amount, transaction: null };
    // Each request with the payment that came after it, although the amounts fit both.
    expect(await crossingsOf(2, 0)).toMatchObject([
      { ...asked, account: addresses.theirs, paid_in: firstId, proof: 'exact' },
    ]);
    expect(await crossingsOf(2, 1)).toMatchObject([
      { account: addresses.elses, paid_in: firstId, proof: 'exact' },
    ]);
    expect(await crossingsOf(5, 0)).toMatchObject([{ ...asked, paid_in: secondId, proof: 'exact' }]);
    // One that was paid too little, and those of a contract that only looks like the one of tBTC.
    expect(await crossingsOf(5, 1)).toMatchObject([{ ...asked, paid_in: null, proof: 'stated' }]);
    expect(await crossingsOf(2, 2)).toEqual([]);
    expect(await crossingsOf(3, 0)).toEqual([]);
    // What the contract accepts names the payment.
    expect(await crossingsOf(4, 0)).toMatchObject([
      { direction: 'out', account: null, transaction: firstId, paid_in: null, amt: null, proof: 'exact' },
    ]);
    const paid = { protocol: 'tBTC', amt: amount, proof: 'exact' };
    expect(await payoutsOf(first)).toMatchObject([
      { ...paid, output: 2, transaction: hashOf(2, 0), sender: textOf(thief) },
      { ...paid, output: 1, transaction: hashOf(2, 1), sender: textOf(other) },
    ]);
    expect(await payoutsOf(second)).toMatchObject([{ ...paid, output: 0, transaction: hashOf(5, 0) }]);
    for (const none of [early, foreignPayment]) expect(await payoutsOf(none)).toEqual([]);
    // Destroyed tokens have no counterparty on Ethereum; on Bitcoin, the wallet is one.
    const through = await readThrough(api, ada, { addr: addresses.theirs, direction: 'in' });
    const ofWallet = {
      of: addresses.wallet,
      blockchain: 'ethereum',
      accounts: [textOf(thief)],
      proof: 'exact',
    };
    expect(through).toMatchObject([
      { ...ofWallet, txid: secondId, transaction: hashOf(5, 0) },
      { ...ofWallet, txid: firstId, transaction: hashOf(2, 0) },
    ]);
    expect(
      await readThrough(api, ada, { addr: textOf(thief), direction: 'out', asset: textOf(token) }),
    ).toEqual([]);
  });

  test('connect both chains in traces, in both directions, at any state', async () => {
    const { api, ada, first, second, addresses, hashOf } = await openStory(databases);
    const [firstId, secondId] = [first, second].map(({ txid }) => toDisplayHash(txid));
    // Traces go on with both payments, and leave nothing open.
    const crossing = (ethereum: string, bitcoin: string | undefined, value: bigint, output: number) => ({
      kind: 'crossing',
      node: `ethereum:${textOf(thief)}`,
      to: `bitcoin:${addresses.theirs}`,
      entity: null,
      gave: { asset: { contract: textOf(token) }, amount },
      got: { asset: { symbol: 'BTC' }, amount: String(value) },
      record: {
        from: `ethereum:${textOf(thief)}`,
        to: `bitcoin:${addresses.theirs}`,
        gave: { transaction: ethereum, amount },
        got: { transaction: bitcoin, amount: String(value) },
        crossing: { protocol: 'tBTC', proof: 'exact', output },
      },
    });
    const ofFirst = crossing(hashOf(2, 0), firstId, most - 8n, 2);
    const ofSecond = crossing(hashOf(5, 0), secondId, most - 6n, 0);
    const ahead = await linesOf(api, ada, ofThief);
    expect(hopsOf(ahead).toSorted((a, b) => (a.got.amount < b.got.amount ? -1 : 1))).toMatchObject(
      [ofSecond, ofFirst].toSorted((a, b) => (a.got.amount < b.got.amount ? -1 : 1)),
    );
    expect(transfersOf(ahead).map(({ to }) => to)).toContain(`bitcoin:${addresses.bourse}`);
    const left = stopsOf(ahead).filter(({ reason }) => reason === 'bridge');
    expect(left.reduce((sum, each) => sum + BigInt(each.amount), 0n)).toBe(2n * requested * tbtcOfSatoshi);
    for (const { crossing: by } of left)
      expect(by).toMatchObject({ protocol: 'tBTC', account: addresses.theirs });
    // Somebody else's second request was paid too little, so the trace ends there.
    const ofOther = await linesOf(api, ada, { ...ofThief, starts: [{ address: textOf(other) }] });
    expect(hopsOf(ofOther)).toEqual([]);
    const back = await linesOf(api, ada, { starts: [{ address: addresses.bourse }], direction: 'backward' });
    expect(hopsOf(back)).toMatchObject([{ kind: 'crossing', record: ofFirst.record }]);
    expect(transfersOf(back).map(({ from }) => from)).toContain(`ethereum:${textOf(victim)}`);
    // At a state before the contract accepts it, the payment is for nobody.
    const sooner = await linesOf(api, ada, { ...ofThief, height: 3 });
    expect(hopsOf(sooner)).toEqual([]);
    expect(stopsOf(sooner).map(({ reason }) => reason)).toContain('bridge');

    for (const mode of ['shortest', 'largest'] as const) {
      const body = { from: textOf(victim), to: addresses.bourse, asset: textOf(token), mode };
      const found = (await api.answer(ada, endpoints.findFlowPath, { body })).body
        .trimEnd()
        .split('\n')
        .map((line): FlowPathLine => flowPathLine.parse(JSON.parse(line)));
      const [path] = found.flatMap((line) => (line.line === 'path' ? [line.path] : []));
      expect(path?.conversions).toMatchObject([ofFirst.record]);
      expect(path?.transfers.map(({ to }) => to)).toEqual([
        `ethereum:${textOf(thief)}`,
        `bitcoin:${addresses.bourse}`,
      ]);
    }
  });

  test('are followed by scores, which can be calculated again', async () => {
    const { db, api, ada, addresses } = await openStory(databases);
    const label = (name: string, type: string, address: string) =>
      api.sync(`of ${name}`, [
        subject(name, { proper_name: name, entity_type: type }),
        attribution(name, address, { confidence: 90 }),
      ]);
    await label('Bourse', 'exchange', addresses.bourse);
    await label('Market', 'darknet_market', hex(victim));
    const scoreOf = async (body: { identifier: string; asset?: string }) =>
      (await api.as(ada, endpoints.calculateRisk, { body })).data;
    const exposuresOf = (score: Awaited<ReturnType<typeof scoreOf>>, direction: 'forward' | 'backward') =>
      (score.walks.find((walk) => walk.direction === direction)?.exposures ?? []).map((each) => [
        each.category,
        each.amount,
      ]);
    const spent = await scoreOf({ identifier: textOf(thief), asset: textOf(token) });
    expect(exposuresOf(spent, 'forward')).toContainEqual(['exchange', expect.any(String)]);
    const ofBourse = await scoreOf({ identifier: addresses.bourse });
    expect(exposuresOf(ofBourse, 'backward')).toEqual([['darknet_market', String(most - 100n)]]);
    // A record is replayed at its two blocks.
    const read = createScores({
      db,
      clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
      remote: { bitcoin: false, ethereum: false },
      now: Date.now,
    });
    for (const payload of [
      { identifier: textOf(thief), asset: textOf(token) },
      { identifier: addresses.bourse },
    ]) {
      const { body } = await api.ask('/risk-scoring/record', {
        method: 'POST',
        token: ada.accessToken,
        payload,
      });
      expect(await verifyRecord(body, read)).toMatchObject({ is: 'equal' });
    }
  });

  test('are proven by evidence bundles, which forgeries are not', async () => {
    // The second payment has a block that claims to be a little older than its request, which happens.
    const { api, ada, addresses, first } = await openStory(databases, { secondAsked: 13_000 });
    const traced = await linesOf(api, ada, ofThief);
    const [begin] = traced;
    if (begin?.line !== 'begin') throw new Error('No basis');
    const answer = {
      transfers: transfersOf(traced),
      parties: traced.flatMap((line) => (line.line === 'parties' ? line.parties : [])),
      stops: stopsOf(traced),
      conversions: hopsOf(traced).flatMap(({ record }) => record ?? []),
    };
    const query = { kind: 'auto' as const, question: { ...ofThief, minShare: 0 } };
    const step = queryStep(
      emptyDocument,
      { query, answer, basis: begin.basis },
      { id: 'one', author: ada.id, time: 0 },
    );
    const params = await keepStory(api, ada, [step]);
    const replayed = await api.answer(ada, endpoints.replayFlowDocument, { params, body: {} });
    expect(JSON.parse(replayed.body.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ equal: true });
    const bundle = await api.answer(ada, endpoints.bundleFlowDocument, { params, body: {} });
    const files: Files = readZip(bundle.rawPayload);
    const check = (some: Files, verdict: string): string[] =>
      checkBundle(some, nativeHashing).flatMap((one) => (one.verdict === verdict ? [one.text] : []));
    // Blocks of mainnet can't be mined here, so its header and what rests on it are wrong, and nothing else is.
    const wrong = check(files, 'wrong').filter((text) => !/header|Header|no proof of inclusion/.test(text));
    expect(wrong).toEqual([]);
    expect(check(files, 'confirmed')).toContainEqual('2 of 2 conversions match their transactions.');
    const stated = answer.conversions.find(({ got }) => got.transaction === toDisplayHash(first.txid));
    const second = answer.conversions.find((each) => each !== stated);
    if (!stated || !second) throw new Error('No conversions');
    const forgeries: readonly [object, RegExp][] = [
      [{ gave: { ...stated.gave, amount: more(stated.gave.amount) } }, /its deposit is/],
      [{ got: { ...stated.got, amount: more(stated.got.amount) } }, /its output is/],
      [{ gave: { ...stated.gave, time: 1 } }, /block or time of its deposit/],
      [
        { gave: { ...stated.gave, asset: { ...stated.gave.asset, contract: textOf(other) } } },
        /of another asset/,
      ],
      [{ crossing: { ...stated.crossing, output: 1 } }, /its proof differs/],
      [{ crossing: { ...stated.crossing, proof: 'agreed' } }, /its proof differs/],
      [{ crossing: { ...stated.crossing, protocol: 'THORChain' } }, /does not name its deposit/],
      [{ from: `bitcoin:${addresses.bourse}` }, /its deposit has another recipient/],
      [{ to: `bitcoin:${addresses.bourse}` }, /its recipient did not receive that output/],
      [{ gave: stated.got, got: stated.gave }, /does not name its deposit/],
      // Of an equal request that was made later.
      [{ gave: second.gave }, /its payout is older than its deposit/],
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
