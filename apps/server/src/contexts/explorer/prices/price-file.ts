import { readFile, stat } from 'node:fs/promises';
import { type Currency } from '@hopscope/contract';
import { microsOfNumber, microsOfText } from '@hopscope/domain';
import { z } from 'zod';
import { PriceError, type PriceProvider, type Quote } from './provider.ts';

const largestFile = 20_000_000;
const dollars = z.union([z.string(), z.number()]);
const moment = z.iso.datetime({ offset: true });

/** The price file that `docs/operate/prices.md` describes. */
const shape = z.object({
  at: moment.optional(),
  prices: z.record(z.string().regex(/^[A-Za-z0-9]{1,12}$/), dollars),
  rates: z.object({ GBP: dollars.optional(), MXN: dollars.optional() }).optional(),
  history: z.record(z.string(), z.record(z.iso.date(), dollars)).optional(),
});

function microsOf(value: string | number, place: string): bigint {
  const micros = typeof value === 'number' ? microsOfNumber(value) : microsOfText(value);
  if (micros === undefined)
    throw new PriceError(`${place} is “${String(value)}”, not a positive decimal number`);
  return micros;
}

/** Reads prices from the operator's JSON file, again at each call. */
export function createPriceFile(path: string, symbols: readonly string[]): PriceProvider {
  async function read() {
    try {
      const { size, mtimeMs } = await stat(path);
      if (size > largestFile)
        throw new PriceError(`the price file has more than ${String(largestFile)} bytes`);
      return { ...shape.parse(JSON.parse(await readFile(path, 'utf8'))), written: Math.floor(mtimeMs) };
    } catch (error) {
      if (error instanceof PriceError) throw error;
      if (error instanceof z.ZodError) {
        const [issue] = error.issues;
        const place = issue?.path.join('.') ?? '';
        throw new PriceError(`the price file is invalid: ${place} ${issue?.message ?? ''}`, {
          cause: error,
        });
      }
      throw new PriceError('the price file cannot be read or is not valid JSON', { cause: error });
    }
  }

  return {
    source: 'file',
    symbols,
    stepDays: 4_000,
    remote: false,
    async current() {
      const file = await read();
      const at = file.at === undefined ? file.written : Date.parse(file.at);
      const prices = Object.entries(file.prices).map(([symbol, value]): [string, Quote] => [
        symbol,
        { micros: microsOf(value, `prices.${symbol}`), at },
      ]);
      const { GBP, MXN } = file.rates ?? {};
      const perDollar = new Map<Currency, Quote>();
      if (GBP !== undefined) perDollar.set('GBP', { micros: microsOf(GBP, 'rates.GBP'), at });
      if (MXN !== undefined) perDollar.set('MXN', { micros: microsOf(MXN, 'rates.MXN'), at });
      return { prices: new Map(prices), perDollar };
    },
    async history(symbol, { from, to }) {
      const { history } = await read();
      return Object.entries(history?.[symbol] ?? {})
        .filter(([day]) => day >= from && day <= to)
        .map(([day, value]) => ({ day, micros: microsOf(value, `history.${symbol}.${day}`) }));
    },
  };
}
