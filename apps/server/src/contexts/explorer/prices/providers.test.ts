import { utcDaysBetween } from '@hopscope/domain';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventTimeout } from '../../../../../../test/timeouts.ts';
import { createOutbound } from '../../../outbound/outbound.ts';
import { readAllowedPrivate } from '../../../outbound/public-address.ts';
import { coingeckoHeaders, createCoingecko } from './coingecko.ts';
import { createCoinbase } from './coinbase.ts';
import { createDemoPrices } from './demo-prices.ts';
import { createPriceFile } from './price-file.ts';

const now = Date.UTC(2026, 0, 31, 12);
const later = (): AbortSignal => AbortSignal.timeout(eventTimeout);

/** Starts a remote HTTP server, which stops with the test. */
async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const outbound = createOutbound({ allowed: readAllowedPrivate('127.0.0.1') });

async function coingecko(listener: RequestListener, key?: string) {
  const base = await startServer(listener);
  return createCoingecko({ outbound, base, headers: coingeckoHeaders(base, key) }, () => now);
}

async function coinbase(listener: RequestListener) {
  const base = await startServer(listener);
  return createCoinbase({ outbound, base, headers: {} }, () => now);
}

const json = (reported: unknown): RequestListener => {
  const text = typeof reported === 'string' ? reported : JSON.stringify(reported);
  return (_request, response) => void response.setHeader('content-type', 'application/json').end(text);
};

// The forms of CoinGecko's API, version 3: https://docs.coingecko.com/reference/simple-price and …/coins-id-market-chart-range.
test('CoinGecko: prices now, with their moments, and what a dollar buys', async () => {
  const asked: (string | undefined)[] = [];
  const provider = await coingecko((request, response) => {
    asked.push(request.url, String(request.headers['x-cg-demo-api-key']));
    json({
      bitcoin: {
        usd: 67187.3358936566,
        gbp: 53749.86871492528,
        mxn: 1142184.70982,
        last_updated_at: 1769860000,
      },
      ethereum: { usd: 3442.01, last_updated_at: 99999999999 },
      tether: { usd: null },
      'unheard-of': { usd: 1 },
    })(request, response);
  }, 'secret');
  const { prices, perDollar } = await provider.current(later());
  expect([...prices]).toEqual([
    ['BTC', { micros: 67_187_335_894n, at: 1_769_860_000_000 }],
    // A time in the future is invalid.
    ['ETH', { micros: 3_442_010_000n, at: now }],
  ]);
  expect(perDollar.get('GBP')?.micros).toBe(799_999n);
  expect(perDollar.get('MXN')?.micros).toBe(16_999_999n);
  expect(asked[0]).toMatch(/^\/simple\/price\?ids=bitcoin,ethereum,.*vs_currencies=usd,gbp,mxn/);
  expect(asked[1]).toBe('secret');
});

test('CoinGecko: the first price of each day', async () => {
  const at = (day: number, hour: number): number => Date.UTC(2026, 0, day, hour);
  const provider = await coingecko(
    json({
      prices: [
        [at(2, 13), 12],
        [at(2, 1), 11],
        [at(1, 0), 10.5],
        [at(3, 0), null],
        [at(4, 0), -4],
        [at(9, 0), 9],
      ],
      market_caps: [],
      total_volumes: [],
    }),
  );
  expect(await provider.history('BTC', { from: '2026-01-01', to: '2026-01-05' }, later())).toEqual([
    { day: '2026-01-01', micros: 10_500_000n },
    { day: '2026-01-02', micros: 11_000_000n },
  ]);
});

test.each([
  ['text', '{"bitcoin":{"usd":"67187"}}', /bitcoin\.usd/],
  ['NaN', '{"bitcoin":{"usd":NaN}}', /valid JSON/],
  ['a torn answer', '{"bitcoin":{"usd":671', /valid JSON/],
  ['nothing but negative prices', '{"bitcoin":{"usd":-5},"ethereum":{"usd":0}}', /no usable price/],
  ['more than any number', '{"bitcoin":{"usd":1e999}}', /bitcoin\.usd/],
  ['another form', '[1,2,3]', /unexpected answer/],
  ['no text', '\u00ff\u00fe', /valid JSON/],
])('CoinGecko: %s is refused', async (_what, body, message) => {
  const provider = await coingecko((_request, response) => void response.end(Buffer.from(body, 'latin1')));
  await expect(provider.current(later())).rejects.toThrow(message);
});

test('CoinGecko: what is too large, too slow, or cut off ends, and the key stays out of messages', async () => {
  const endless = await coingecko((_request, response) => {
    const more = (): void => {
      if (!response.destroyed) response.write(' '.repeat(100_000), () => setImmediate(more));
    };
    more();
  }, 'hunter2');
  await expect(endless.current(later())).rejects.toMatchObject({ code: 'too_large' });
  const torn = await coingecko((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{', () => response.destroy());
  }, 'hunter2');
  await expect(torn.current(later())).rejects.toMatchObject({ code: 'unreachable' });
  const slow = await coingecko((_request, response) => void response.writeHead(200).write('{'), 'hunter2');
  const asking = slow.current(AbortSignal.timeout(100));
  await expect(asking).rejects.toThrow();
  await expect(asking).rejects.not.toThrow(/hunter2/);
});

test('a key does not follow a redirect to another host', async () => {
  const seen: unknown[] = [];
  const other = await startServer((request, response) => {
    seen.push(request.headers['x-cg-demo-api-key']);
    json({ bitcoin: { usd: 1 } })(request, response);
  });
  const provider = await coingecko((request, response) => {
    seen.push(request.headers['x-cg-demo-api-key']);
    response.writeHead(302, { location: `${other}/there` }).end();
  }, 'secret');
  await provider.current(later());
  expect(seen).toEqual(['secret', undefined]);
});

// The forms of Coinbase's data API: https://docs.cdp.coinbase.com/coinbase-app/track-apis/prices and …/exchange-rates.
test('Coinbase: spot prices, one request each, and exchange rates', async () => {
  const provider = await coinbase((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const symbol = /^\/v2\/prices\/(\w+)-USD\/spot$/.exec(pathname)?.[1];
    const spots: Record<string, string> = { BTC: '67187.335', ETH: '3442.0149999', DAI: 'NaN', LINK: '-3' };
    if (pathname === '/v2/exchange-rates') {
      return json({ data: { currency: 'USD', rates: { GBP: '0.7431', MXN: '17.4', EUR: '0.9' } } })(
        request,
        response,
      );
    }
    const amount = searchParams.get('date') === '2026-01-02' ? '60000' : spots[symbol ?? ''];
    if (amount === undefined) return void response.writeHead(404).end('{"errors":[]}');
    return json({ data: { amount, base: symbol, currency: 'USD' } })(request, response);
  });
  const { prices, perDollar } = await provider.current(later());
  expect([...prices].map(([symbol, { micros }]) => [symbol, micros])).toEqual([
    ['BTC', 67_187_335_000n],
    ['ETH', 3_442_015_000n],
  ]);
  expect([...perDollar].map(([currency, { micros }]) => [currency, micros])).toEqual([
    ['GBP', 743_100n],
    ['MXN', 17_400_000n],
  ]);
  expect(await provider.history('BTC', { from: '2026-01-01', to: '2026-01-02' }, later())).toEqual([
    { day: '2026-01-01', micros: 67_187_335_000n },
    { day: '2026-01-02', micros: 60_000_000_000n },
  ]);
});

test('Coinbase: another coin, another currency or a failure is no price', async () => {
  const other = await coinbase((request, response) =>
    request.url?.startsWith('/v2/exchange') === true
      ? json({ data: { currency: 'USD', rates: {} } })(request, response)
      : json({ data: { amount: '1', base: 'DOGE', currency: 'USD' } })(request, response),
  );
  await expect(other.current(later())).rejects.toThrow(/DOGE instead of BTC/);
  const euros = await coinbase(json({ data: { currency: 'EUR', rates: {} } }));
  await expect(euros.current(later())).rejects.toThrow(/currency/);
  const limited = await coinbase((_request, response) => void response.writeHead(429).end());
  await expect(limited.current(later())).rejects.toMatchObject({ code: 'status', status: 429 });
});

test('a file of prices, and one that cannot be used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hopscope-prices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'prices.json');
  const write = (reported: unknown): void =>
    writeFileSync(path, typeof reported === 'string' ? reported : JSON.stringify(reported));
  const provider = createPriceFile(path, ['BTC']);
  await expect(provider.current(later())).rejects.toThrow(/cannot be read/);
  write({
    at: '2026-01-30T10:00:00Z',
    prices: { BTC: '67000.5', ETH: 3000 },
    rates: { GBP: '0.8' },
    history: { BTC: { '2026-01-01': '60000', '2026-02-01': 61000 } },
  });
  const { prices, perDollar } = await provider.current(later());
  expect(prices.get('BTC')).toEqual({ micros: 67_000_500_000n, at: Date.UTC(2026, 0, 30, 10) });
  expect(perDollar.get('GBP')?.micros).toBe(800_000n);
  expect(await provider.history('BTC', { from: '2026-01-01', to: '2026-01-31' }, later())).toEqual([
    { day: '2026-01-01', micros: 60_000_000_000n },
  ]);
  write({ prices: { BTC: 'a lot' } });
  await expect(provider.current(later())).rejects.toThrow(/prices\.BTC is “a lot”/);
  write('{"prices"');
  await expect(provider.current(later())).rejects.toThrow(/valid JSON/);
});

test('the demo’s market: the same for a seed, without gaps, never far from yesterday', async () => {
  const range = { from: '2025-01-01', to: '2026-01-31' };
  const days = [...utcDaysBetween(range.from, range.to)];
  const reported = await createDemoPrices(1, () => now).history('BTC', range, later());
  expect(reported.map(({ day }) => day)).toEqual(days);
  expect(await createDemoPrices(1, () => now + 9e9).history('BTC', range, later())).toEqual(reported);
  expect(await createDemoPrices(2, () => now).history('BTC', range, later())).not.toEqual(reported);
  for (const [i, { micros }] of reported.entries()) {
    const before = reported[i - 1]?.micros ?? micros;
    const change = Number(((micros - before) * 10_000n) / before);
    expect(Math.abs(change)).toBeLessThan(500);
    expect(micros > 5_000_000_000n && micros < 120_000_000_000n).toBe(true);
  }
  const provider = createDemoPrices(1, () => now);
  const { prices } = await provider.current(later());
  expect([...prices.keys()]).toEqual(['BTC', 'ETH', 'HRBR', 'WDEMO', 'DEMUSD']);
  expect(prices.get('WDEMO')).toEqual(prices.get('ETH'));
  expect(prices.get('DEMUSD')?.micros).toBe(1_000_000n);
  expect(await provider.history('NONE', range, later())).toEqual([]);
});
