import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@hopscope/contract';
import { expect, onTestFinished, test } from 'vitest';
import { eventTimeout } from '../../../../test/timeouts.ts';
import { noSources } from '../../src/sources/sources.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { appendSmallChain, small } from '../support/ledger/small-ledger.ts';
import type { Tokens } from '../support/api/people-api.ts';
import { createTeamsApi } from '../support/api/teams-api.ts';

const minute = 60_000;
const day = 86_400_000;

/** A provider that speaks like CoinGecko; tests say what it answers. */
async function startProvider() {
  const state = {
    bitcoin: 67_000 as number | null,
    /** A coin that the provider refuses to tell the past of. */
    refused: '',
    failing: false,
    asked: [] as string[],
    hold: Promise.resolve(),
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    state.asked.push(pathname);
    void state.hold.then(() => {
      if (state.failing || pathname.startsWith(`/coins/${state.refused || '-'}/`))
        return response.writeHead(500).end();
      if (pathname === '/simple/price')
        return response.end(JSON.stringify({ bitcoin: { usd: state.bitcoin } }));
      const from = Number(searchParams.get('from')) * 1000;
      const to = Number(searchParams.get('to')) * 1000;
      const prices: [number, number][] = [];
      for (let at = from; at <= to; at += day) prices.push([at, 50_000 + new Date(at).getUTCDate()]);
      return response.end(JSON.stringify({ prices: pathname.startsWith('/coins/bitcoin/') ? prices : [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { state, env: { PRICES: 'coingecko', PRICES_URL: url, OUTBOUND_ALLOW: '127.0.0.1' } };
}

describeWithDatabase('Prices', (databases) => {
  //
  test('without a provider nobody is asked: the fixed figure is marked, and no price of a day is made of it', async () => {
    const api = await createTeamsApi(await databases.empty(), { env: { PRICES_RATES: 'GBP=0.8' } });
    const ada = await api.someone('ada@example.org');
    const { data, rates } = await api.as(ada, endpoints.getCryptoPrices, {});
    expect(data['BTC']).toEqual({
      price: 35_000,
      priceMicros: '35000000000',
      currency: 'USD',
      at: null,
      source: 'fallback',
      stale: true,
      fallback: true,
    });
    expect(Object.keys(data).toSorted()).toEqual(['BTC', 'GBP', 'MXN', 'USD']);
    expect([data['USD']?.price, data['GBP']?.price, data['MXN']?.price]).toEqual([1, 1.25, 0.05]);
    expect([rates.USD.perDollar, rates.GBP, rates.MXN]).toMatchObject([
      1,
      { perDollarMicros: '800000', source: 'setting', fallback: false },
      { perDollarMicros: '20000000', source: 'fallback', fallback: true },
    ]);
    expect(await api.context.prices.priceAt('BTC', api.clock)).toBeNull();
    expect(await api.context.prices.priceNow('BTC')).toBeNull();
  });

  //
  test('a balance says what it is worth at the newest price, and nothing where none is known', async () => {
    const db = await databases.empty();
    await appendSmallChain(createBitcoinLedger({ db, hashing: nativeHashing }));
    const { env } = await startProvider();
    const api = await createTeamsApi(db, { env });
    const ada = await api.someone('ada@example.org');
    const summary = async () =>
      (await api.as(ada, endpoints.getAddressSummary, { params: { addr: small.address } })).data[0];
    expect((await summary())?.usdValue).toBeNull();
    await api.context.prices.refresh(AbortSignal.timeout(5000));
    const known = await summary();
    const cents = (BigInt(known?.balance ?? 0) * 67_000n * 100n + 50_000_000n) / 100_000_000n;
    expect(known?.usdValue).toBe((Number(cents) / 100).toFixed(2));
    expect(Number(known?.usdValue)).toBeGreaterThan(0);
    const page = await api.as(ada, endpoints.getAddress, { params: { addr: small.address } });
    expect(page.data.usdValue).toBe(known?.usdValue);
  });

  //
  test('one question in five minutes; what fails leaves the last good price, marked, over a restart too', async () => {
    const { state, env } = await startProvider();
    const db = await databases.empty();
    const api = await createTeamsApi(db, { env });
    const ada = await api.someone('ada@example.org');
    const ask = async () => (await api.as(ada, endpoints.getCryptoPrices, {})).data['BTC'];
    let release = (): void => {};
    state.hold = new Promise((resolve) => (release = resolve));
    const together = [ask(), ask(), ask()];
    while (state.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    release();
    for (const each of await Promise.all(together)) {
      expect(each).toMatchObject({ price: 67_000, source: 'coingecko', stale: false, fallback: false });
    }
    expect(state.asked).toEqual(['/simple/price']);
    api.clock += 3 * minute;
    await ask();
    expect(state.asked).toHaveLength(1);

    state.failing = true;
    api.clock += 3 * minute;
    await api.context.prices.refresh(AbortSignal.timeout(eventTimeout));
    expect(await ask()).toMatchObject({ price: 67_000, stale: true, fallback: false });
    // It is not asked again at once: the pause grows.
    const tries = state.asked.length;
    await ask();
    expect(state.asked).toHaveLength(tries);
    state.failing = false;
    state.bitcoin = 68_000;
    const restarted = await createTeamsApi(db, { env, start: api.clock + day });
    state.failing = true;
    await restarted.context.prices.refresh(AbortSignal.timeout(eventTimeout));
    const eve = await restarted.logIn('ada@example.org');
    const stored = (await restarted.as(eve, endpoints.getCryptoPrices, {})).data['BTC'];
    expect(stored).toMatchObject({
      price: 67_000,
      stale: true,
      at: new Date(Date.parse(stored?.at ?? '')).toISOString(),
    });
    state.failing = false;
    restarted.clock += minute;
    await restarted.context.prices.refresh(AbortSignal.timeout(eventTimeout));
    expect((await restarted.as(eve, endpoints.getCryptoPrices, {})).data['BTC']).toMatchObject({
      price: 68_000,
      stale: false,
    });
  });

  test('the past comes in bounded steps, newest first; a day that is not known has no price', async () => {
    const { state, env } = await startProvider();
    const start = Date.UTC(2026, 2, 10, 12);
    const api = await createTeamsApi(await databases.empty(), {
      env: { ...env, PRICES_HISTORY_DAYS: '100' },
      start,
    });
    let ada: Tokens = await api.someone('ada@example.org');
    const signal = AbortSignal.timeout(eventTimeout);
    const list = async (from: string, to: string, symbol = 'BTC') =>
      api.as(ada, endpoints.getPriceHistory, { query: { symbol, from, to } });
    await api.context.prices.fillHistory(signal);
    expect(state.asked.filter((path) => path.startsWith('/coins/'))).toHaveLength(3);
    const first = await list('2025-01-01', '2026-12-31');
    expect(first.filled).toEqual({ from: '2025-12-01', to: '2026-03-09' });
    expect(first.data).toHaveLength(99);
    expect(first.data.at(-1)).toEqual({
      day: '2026-03-09',
      price: 50_009,
      priceMicros: '50009000000',
      source: 'coingecko',
    });
    const { prices } = api.context;
    expect(await prices.priceAt('BTC', Date.UTC(2026, 0, 5, 23, 59))).toEqual({
      day: '2026-01-05',
      micros: 50_005_000_000n,
      source: 'coingecko',
    });
    expect(await prices.priceAt('BTC', Date.UTC(2025, 0, 5))).toBeNull();
    expect(await prices.priceAt('ETH', Date.UTC(2026, 0, 5))).toBeNull();
    // Today is not over: the newest price stands for it once there is one.
    expect(await prices.priceAt('BTC', start)).toBeNull();
    await prices.refresh(signal);
    expect(await prices.priceAt('BTC', start)).toMatchObject({ day: '2026-03-10', micros: 67_000_000_000n });
    const some = await prices.pricesOnDays('BTC', ['2026-01-05', '2024-01-01', '2026-01-05']);
    expect([...some.keys()]).toEqual(['2026-01-05']);
    // Days that pass are added; what is there stays.
    api.clock += 2 * day;
    ada = await api.logIn('ada@example.org');
    for (let i = 0; i < 12; i += 1) await prices.fillHistory(signal);
    expect((await list('2026-03-10', '2026-03-31')).data.map((row) => row.day)).toEqual([
      '2026-03-10',
      '2026-03-11',
    ]);
    const asked = state.asked.length;
    await prices.fillHistory(signal);
    expect(state.asked).toHaveLength(asked);
    // A coin that fails does not stand in the way of the others.
    state.refused = 'ethereum';
    api.clock += day;
    for (let i = 0; i < 6; i += 1) {
      await prices.fillHistory(signal);
      api.clock += 3_600_000;
    }
    ada = await api.logIn('ada@example.org');
    expect((await list('2026-01-01', '2026-12-31', 'UNI')).filled?.to).toBe('2026-03-12');
    expect((await list('2026-01-01', '2026-12-31', 'ETH')).filled?.to).toBe('2026-03-11');
    await api.refused(400, ada, endpoints.getPriceHistory, {
      query: { symbol: 'BTC', from: '2026-02-01', to: '2026-01-01' },
    });
    await api.refused(400, ada, endpoints.getPriceHistory, {
      query: { symbol: 'BTC', from: '2000-01-01', to: '2026-01-01' },
    });
    await api.refused(400, ada, endpoints.getPriceHistory, {
      query: { symbol: "BTC'--", from: '2026-01-01', to: '2026-01-01' },
    });
  });

  test('the demo has its own market, and it is never beside real blocks', async () => {
    const sources = { ...noSources, bitcoin: { ...noSources.bitcoin, source: 'demo' as const } };
    const demo = await createTeamsApi(await databases.empty(), { sources });
    const ada = await demo.someone('ada@example.org');
    const { data } = await demo.as(ada, endpoints.getCryptoPrices, {});
    expect(data['BTC']).toMatchObject({ source: 'demo', stale: false, fallback: false });
    expect(data).toHaveProperty('DEMUSD');
    await demo.context.prices.fillHistory(AbortSignal.timeout(eventTimeout));
    const query = { symbol: 'ETH', from: '2025-06-01', to: '2025-06-30' };
    expect((await demo.as(ada, endpoints.getPriceHistory, { query })).data).toHaveLength(30);
    const real = await createTeamsApi(await databases.empty(), { env: { PRICES: 'demo' } });
    const eve = await real.someone('eve@example.org');
    expect((await real.as(eve, endpoints.getCryptoPrices, {})).data['BTC']?.source).toBe('fallback');
  });
});
