import { microsOfText } from '@hopscope/domain';
import { resolve } from 'node:path';
import { z } from 'zod';
import { integer, oneOf, url } from '../../../config-fields.ts';

const rateText = /^(?:(?:GBP|MXN)=[0-9.]+(?:,(?:GBP|MXN)=[0-9.]+)?)$/;

function ratesOf(text: string): { GBP?: bigint; MXN?: bigint } {
  const pairs = text.split(',').map((part) => part.split('='));
  return Object.fromEntries(
    pairs.flatMap(([currency = '', value = '']) => {
      const micros = microsOfText(value);
      return micros === undefined ? [] : [[currency, micros]];
    }),
  );
}

/** Price settings of the environment (`docs/operate/configure.md`). */
export const priceEnvironment = {
  PRICES: oneOf(['off', 'demo', 'coingecko', 'coinbase', 'file']).optional(),
  PRICES_URL: url(['http:', 'https:']).optional(),
  PRICES_KEY: z
    .string()
    .regex(/^\S{1,200}$/, 'must be at most 200 characters without spaces')
    .optional(),
  PRICES_FILE: z.string().min(1).optional(),
  PRICES_HISTORY_DAYS: integer(0, 10_000).default(365),
  PRICES_RATES: z
    .string()
    .transform((text) => text.replaceAll(' ', ''))
    .refine(
      (text) => rateText.test(text) && Object.keys(ratesOf(text)).length === text.split(',').length,
      'must have the form GBP=0.75,MXN=20',
    )
    .optional(),
};

type Given = z.output<z.ZodObject<typeof priceEnvironment>>;

export interface PriceSettings {
  /** Undefined: the demo's own prices on the demo network, none elsewhere. */
  from: 'off' | 'demo' | 'coingecko' | 'coinbase' | 'file' | undefined;
  /** Base URL of the provider; undefined: its default. */
  url: string | undefined;
  key: string | undefined;
  /** Absolute path. */
  file: string | undefined;
  historyDays: number;
  /** Millionths of a currency per dollar, fixed by the operator. */
  rates: { GBP?: bigint; MXN?: bigint };
}

/** Returns contradictions between settings, one line each. */
export function priceProblems(given: Given): string[] {
  return given.PRICES === 'file' && given.PRICES_FILE === undefined
    ? ['PRICES=file requires PRICES_FILE']
    : [];
}

export function readPriceSettings(given: Given): PriceSettings {
  return {
    from: given.PRICES,
    url: given.PRICES_URL,
    key: given.PRICES_KEY,
    file: given.PRICES_FILE === undefined ? undefined : resolve(given.PRICES_FILE),
    historyDays: given.PRICES_HISTORY_DAYS,
    rates: given.PRICES_RATES === undefined ? {} : ratesOf(given.PRICES_RATES),
  };
}
