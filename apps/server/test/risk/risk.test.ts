import { addressKeyOfScript, encodeAddress, fromHex, networks } from '@hopscope/chain';
import { endpoints, type RiskScore, type RiskWalk } from '@hopscope/contract';
import {
  behaviorIds,
  defaultProfile,
  measuredDeposits,
  measuredRisk,
  type RiskGroup,
  riskGroupNames,
} from '@hopscope/risk';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { type Coin, createChain, type TestChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';

const coin = 100_000_000n;
/** A script of its own for each name, and its address. */
const script = (name: string): Uint8Array =>
  fromHex(`0014${Buffer.from(name.padEnd(20, '.')).toString('hex')}`);
const addressOf = (name: string): string =>
  encodeAddress(addressKeyOfScript(script(name), nativeHashing) ?? new Uint8Array(), networks.demo);
const out = (name: string, value: bigint) => ({ value, script: script(name) });

/**
 * The listed group pays the customer 2, the exchange pays 3; then the customer pays 1.5 of the first coin into a mixer and
 * keeps 0.5. Backward 2 of 5 is sanctioned and 3 of 5 of an exchange; forward 1.5 of 5 went to the mixer, 3.5 of 5 is held.
 */
function buildChain(): { chain: TestChain; before: number } {
  const chain = createChain({ seed: 5, maxTxs: 0, wallet: 3 });
  chain.extend(120);
  const mined = chain.coins.filter(({ value }) => value >= 20n * coin);
  const coinOf = (tx: { txid: Uint8Array }, vout: number, value: bigint): Coin => ({
    txid: tx.txid,
    vout,
    value,
  });
  const [first, second] = mined;
  if (!first || !second) throw new Error('Nothing was mined');
  const sanctioned = chain.spend([first], [out('listed', 10n * coin), out('dust', first.value - 10n * coin)]);
  const exchange = chain.spend([second], [out('exchange', second.value)]);
  chain.mine([sanctioned, exchange]);
  const gift = chain.spend(
    [coinOf(sanctioned, 0, 10n * coin)],
    [out('customer', 2n * coin), out('listed', 8n * coin)],
  );
  const pay = chain.spend(
    [coinOf(exchange, 0, second.value)],
    [out('customer', 3n * coin), out('exchange', second.value - 3n * coin)],
  );
  chain.mine([gift, pay]);
  const before = chain.blocks.length - 1;
  const wash = chain.spend(
    [coinOf(gift, 0, 2n * coin)],
    [out('mixer', (3n * coin) / 2n), out('customer', coin / 2n)],
  );
  chain.mine([wash]);
  return { chain, before };
}

async function label(api: DirectoryApi): Promise<void> {
  await api.sync('lists', [
    subject('a', { proper_name: 'Listed Group', entity_type: 'organization', ofac: 'true' }),
    attribution('a', addressOf('listed')),
    subject('b', { proper_name: 'Bourse', entity_type: 'exchange' }),
    attribution('b', addressOf('exchange')),
    subject('c', { proper_name: 'Fog', entity_type: 'mixer' }),
    attribution('c', addressOf('mixer')),
  ]);
}

async function prepare(databases: TestDatabases, one = false) {
  const db = await databases.empty();
  const remote = buildChain();
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  if (one) for (const block of remote.chain.blocks) await ledger.append('demo', [block]);
  else await ledger.append('demo', remote.chain.blocks);
  while ((await ledger.catchUpClusters(1000)).behind);
  const api = await createDirectoryApi(db);
  await label(api);
  const ada = await api.someone('ada@example.org');
  const score = async (name: string, query: { height?: number; asOf?: string } = {}): Promise<RiskScore> =>
    (await api.as(ada, endpoints.calculateRisk, { query, body: { identifier: addressOf(name) } })).data;
  return { ...remote, api, ada, ledger, score };
}

const walkOf = ({ walks }: RiskScore, direction: RiskWalk['direction']): RiskWalk => {
  const found = walks.find((walk) => walk.direction === direction);
  if (!found) throw new Error(`No walk ${direction}`);
  return found;
};
const shown = ({ exposures, rests }: RiskWalk) => [
  ...exposures.map(({ category, entity, amount, share, hops }) => [
    category,
    entity?.name ?? null,
    amount,
    share,
    hops,
  ]),
  ...rests.map(({ reason, amount, share }) => [reason, amount, share]),
];
const factorsOf = (score: RiskScore) => [
  ...score.entityRisk.factors,
  ...score.transactionRisk.factors,
  ...score.jurisdictionRisk.factors,
];

describeWithDatabase('Risk of an address', (databases) => {
  test('is what its payments and the directory say, at every height, through a reorganization there and back', async () => {
    const { score, chain, before, ledger, api, ada } = await prepare(databases);
    const now = await score('customer');
    expect(shown(walkOf(now, 'backward'))).toEqual([
      ['exchange', 'Bourse', '300000000', 0.6, 1],
      ['sanctioned', 'Listed Group', '200000000', 0.4, 1],
    ]);
    expect(shown(walkOf(now, 'forward'))).toEqual([
      ['unspent', null, '350000000', 0.7, 0],
      ['mixer', 'Fog', '150000000', 0.3, 1],
    ]);
    expect(now).toMatchObject({ state: 'scored', level: 'high', coverage: { kind: 'complete' } });
    const sum = factorsOf(now).reduce((all, { contribution }) => all + Math.round(contribution * 1e6), 0);
    expect(sum).toBe(Math.round((now.overallRisk ?? -1) * 1e6));
    expect(factorsOf(now).reduce((all, { points }) => all + points, 0)).toBe(now.score);
    const sanctioned = now.entityRisk.factors.find(({ category }) => category === 'sanctioned');
    expect(sanctioned?.entities[0]).toMatchObject({ name: 'Listed Group', amount: '200000000', hops: 1 });
    expect(sanctioned?.labels[0]).toMatchObject({ source: 'lists', address: addressOf('listed') });

    const recounted = async (without: readonly string[]) => {
      const body = { identifier: addressOf('customer'), without: [...without] };
      return (await api.as(ada, endpoints.recountRisk, { body })).data;
    };
    const again = await recounted([]);
    expect(again).toMatchObject({ state: 'scored', score: now.score, overallRisk: now.overallRisk });
    const byId = (rows: readonly { id: string; contribution: number; points: number }[]) =>
      Object.fromEntries(rows.map(({ id, contribution, points }) => [id, [contribution, points]]));
    expect(byId(again.factors)).toEqual(byId(factorsOf(now)));
    for (const { id, without } of factorsOf(now)) {
      const rest = await recounted([id]);
      expect(rest.overallRisk).toBe(without);
      expect(rest.factors.reduce((all100, { points }) => all100 + points, 0)).toBe(rest.score);
    }
    const none = await recounted(factorsOf(now).map(({ id }) => id));
    expect(none).toMatchObject({ overallRisk: 0, score: 0, level: 'very_low', factors: [] });

    const earlier = await score('customer', { height: before });
    expect(shown(walkOf(earlier, 'forward'))).toEqual([['unspent', null, '500000000', 1, 0]]);
    expect(earlier.basis).toMatchObject({ height: before });

    const fork = chain.fork(before, 9);
    fork.extend(2);
    await ledger.reorganize('demo', 1, fork.blocks.slice(before + 1));
    const aside = await score('customer');
    expect(shown(walkOf(aside, 'forward'))).toEqual([['unspent', null, '500000000', 1, 0]]);
    expect((await score('customer', { height: before })).hash).toBe(earlier.hash);
    await ledger.reorganize('demo', 2, chain.blocks.slice(before + 1));
    expect(await score('customer')).toEqual(now);
  });
});

describeWithDatabase('Risk scores', (databases) => {
  test('are the same however the blocks came in', async () => {
    const [complete, single] = [await prepare(databases), await prepare(databases, true)];
    for (const name of ['customer', 'listed', 'mixer', 'exchange']) {
      expect((await single.score(name)).hash).toBe((await complete.score(name)).hash);
    }
  });

  test('tell a peel chain to whose coin it began with, not to who is paid on the way', async () => {
    const { chain, ledger, score } = await prepare(databases);
    const coins = chain.coins.filter(({ value }) => value >= 20n * coin);
    const [mined] = coins;
    if (!mined) throw new Error('Nothing was mined');
    let current: Coin = mined;
    const pay = (to: ReturnType<typeof out>[]): void => {
      const tx = chain.spend([current], to);
      chain.mine([tx]);
      current = { txid: tx.txid, vout: 0, value: to[0]?.value ?? 0n };
    };
    const before = chain.blocks.length;
    pay([out('peeler', 10n * coin), out('change', mined.value - 10n * coin)]);
    for (const step of [1, 2, 3, 4, 5]) {
      const away = current.value / 20n;
      pay([out(`peel ${step}`, current.value - away), out(`shop ${step}`, away)]);
    }
    await ledger.append('demo', chain.blocks.slice(before));
    const found = async (name: string) =>
      (await score(name)).transactionRisk.factors.filter(({ id }) => id === 'behavior.peel_chain');
    expect(await found('peeler')).toMatchObject([{ score: 0.25, transactions: 5 }]);
    for (const name of ['peel 1', 'shop 1', 'shop 3', 'change']) expect(await found(name)).toEqual([]);
  });

  test('of what is labeled itself, of nobody, and of what is no address', async () => {
    const { score, api, ada } = await prepare(databases);
    expect(await score('listed')).toMatchObject({ level: 'high', entityRisk: { level: 'high' } });
    expect(await score('nobody')).toMatchObject({
      state: 'nothing_known',
      overallRisk: null,
      score: null,
      level: 'unknown',
    });
    const rows = await api.as(ada, endpoints.calculateRisks, {
      body: { items: [{ identifier: addressOf('customer') }, { identifier: 'bc1nothing' }] },
    });
    expect(rows.data.map(({ state, level }) => [state, level])).toEqual([
      ['scored', 'high'],
      ['invalid', 'unknown'],
    ]);
    expect(rows.data[1]?.reason).toMatch(/address/i);
    await api.refused(400, ada, endpoints.calculateRisk, {
      query: { height: 100_000 },
      body: { identifier: addressOf('customer') },
    });
    await api.refused(404, ada, endpoints.calculateRisk, {
      body: { identifier: 'ab'.repeat(32), type: 'transaction' },
    });
  });

  test('by each method conserve what came in', async () => {
    const { api, ada } = await prepare(databases);
    const { data } = await api.as(ada, endpoints.compareRiskMethods, {
      body: { identifier: addressOf('customer') },
    });
    expect(data.map(({ method }) => method)).toEqual(['haircut', 'fifo', 'lifo', 'poison']);
    for (const { categories } of data) {
      for (const direction of ['backward', 'forward'] as const) {
        const amounts = categories.filter((row) => row.direction === direction);
        expect(amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(5n * coin);
      }
    }
  });

  test('come with what they were worth where the truth is known', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const { data } = await api.as(await api.someone('ada@example.org'), endpoints.getRiskEvaluation, {});
    expect(data).toMatchObject(measuredRisk);
    expect(data.groups.map(({ name }) => name)).toEqual(
      data.groups.map(({ group }) => riskGroupNames[group as RiskGroup]),
    );
    expect(data.detectors.find(({ id }) => id === 'deposit')).toMatchObject(measuredDeposits);
    expect(data.mainnet.length).toBeGreaterThan(3);
    for (const { found, from, to } of data.mainnet) {
      expect(from).toBeLessThanOrEqual(found.value ?? -1);
      expect(to).toBeGreaterThanOrEqual(found.value ?? 2);
    }
    expect(data.direct.medium).toMatchObject({ value: 1 });
    expect(data.clean.medium.value).toBeLessThanOrEqual(0.01);
    expect(data.auc.map(({ hops }) => hops)).toEqual([1, 2, 3]);
    expect(data.rules.map(({ id }) => id)).toEqual(behaviorIds.filter((id) => !id.startsWith('frozen')));
    expect(data.reliability).toHaveLength(10);
  });

  test('follow a new label, and the day of an older one', async () => {
    const { score, api, ada } = await prepare(databases);
    const before = await score('customer');
    await api.sync('news', [
      subject('z', { proper_name: 'Thief', entity_type: 'hacker' }),
      attribution('z', addressOf('customer')),
    ]);
    const after = await score('customer');
    expect(after.basis.directoryVersion).toBeGreaterThan(before.basis.directoryVersion);
    expect(after.entityRisk.factors.some(({ labels }) => labels.some(({ name }) => name === 'Thief'))).toBe(
      true,
    );
    expect(after.hash).not.toBe(before.hash);
    const entity = after.entityRisk.factors
      .flatMap(({ labels }) => labels)
      .find(({ name }) => name === 'Thief');
    const own = await api.as(ada, endpoints.calculateRisk, {
      body: { identifier: entity?.entity ?? '', type: 'entity' },
    });
    expect(own.data).toMatchObject({ type: 'entity', state: 'scored', level: 'high' });
  });

  test('by an organization’s own profile, once its draft was tried and activated', async () => {
    const { score, api, ada } = await prepare(databases);
    const id = await api.found(ada, 'Harbour');
    const settings = {
      ...defaultProfile,
      name: 'Mild',
      severities: { ...defaultProfile.severities, sanctioned: 1, mixer: 1 },
      levels: { high: 90, medium: 60, low: 30 },
    };
    await api.refused(400, ada, endpoints.draftRiskProfile, {
      params: { id },
      body: { settings: { ...settings, walk: { ...settings.walk, hops: 99 } }, reason: 'Too far' },
    });
    const draft = await api.as(ada, endpoints.draftRiskProfile, {
      params: { id },
      body: { settings, reason: 'To see' },
    });
    const tried = await api.as(ada, endpoints.tryRiskProfile, {
      params: { id },
      body: { addresses: [addressOf('customer'), addressOf('nobody'), 'nonsense'] },
    });
    expect(tried.data.map(({ identifier }) => identifier)).toEqual([addressOf('customer')]);
    expect(tried.refused).toHaveLength(1);
    const body = { identifier: addressOf('customer') };
    const asked = async () => (await api.within(id, ada, endpoints.calculateRisk, { body })).data;
    const before = await asked();
    expect(before.hash).toBe((await score('customer')).hash);
    await api.refused(409, ada, endpoints.activateRiskProfile, {
      params: { id },
      body: { version: before.basis.profile.version },
    });
    await api.as(ada, endpoints.activateRiskProfile, {
      params: { id },
      body: { version: draft.data.version },
    });
    const after = await asked();
    expect(after.basis.profile).toEqual({
      name: 'Mild',
      version: draft.data.version,
      levels: settings.levels,
    });
    const severities = ({ walks }: RiskScore) =>
      new Map(walks.flatMap(({ exposures }) => exposures).map((one) => [one.category, one.severity]));
    expect(severities(after)).toEqual(new Map([...severities(before), ['sanctioned', 1], ['mixer', 1]]));
    expect(after.score).toBe(tried.data[0]?.draft.score);
    expect((await score('customer')).hash).toBe(before.hash);
    const { data } = await api.as(ada, endpoints.listRiskProfiles, { params: { id } });
    expect(data.map(({ number, state }) => [number, state])).toEqual([
      [1, 'active'],
      [0, 'replaced'],
    ]);
  });

  test('name no entity that its reader must not see', async () => {
    const { api, score } = await prepare(databases);
    await api.sync('hidden', [
      subject('h', { proper_name: 'Unspeakable Site', entity_type: 'csam' }),
      attribution('h', addressOf('dust')),
    ]);
    const answer = await score('dust');
    expect(answer.level).toBe('high');
    expect(JSON.stringify(answer)).not.toContain('Unspeakable');
    expect(JSON.stringify(answer)).toContain('CSAM Related Entity');
  });
});
