import {
  clientRisks,
  pricedTokens,
  type ScreenedTransfer,
  type ScreeningFacts,
  transferDirections,
  unscoredStates,
} from '@hopscope/contract';
import { chains, valueInCents } from '@hopscope/domain';
import { verdictOf } from '@hopscope/risk';
import { z } from 'zod';
import type { Scored } from '../../risk/scores/score.service.ts';

/** Facts as stored: cents as text. */
const storedFacts = z.object({
  direction: z.enum(transferDirections),
  state: z.enum(['scored', ...unscoredStates]),
  score: z.int().nullable(),
  exposures: z.array(
    z.object({
      direction: z.enum(['backward', 'forward']),
      category: z.string(),
      hops: z.int(),
      share: z.int(),
    }),
  ),
  cents: z.string().nullable(),
  country: z.string().nullable(),
  clientRisk: z.enum(clientRisks).nullable(),
});

/** Reads stored facts. */
export function factsOf(stored: unknown): ScreeningFacts {
  const { cents, ...facts } = storedFacts.parse(stored);
  return { ...facts, cents: cents === null ? null : BigInt(cents) };
}

/** Converts facts to the form that is stored. */
export function storeFacts({ cents, ...facts }: ScreeningFacts): z.input<typeof storedFacts> {
  return { ...facts, exposures: [...facts.exposures], cents: cents === null ? null : String(cents) };
}

const whole = 1_000_000;
const bothDirections = ['backward', 'forward'] as const;

/** Exposures of a score in millionths; categories of the subject's own entity count as the whole in both directions. */
export function exposuresOf({ walks, own }: Pick<Scored, 'walks' | 'own'>): ScreeningFacts['exposures'] {
  const walked = walks.flatMap((walk) =>
    'failed' in walk
      ? []
      : walk.exposures.map(({ category, hops, share }) => ({
          direction: walk.direction,
          category,
          hops,
          share,
        })),
  );
  const categories = new Set(own.flatMap(({ label }) => [...label.categories]));
  const mine = [...categories].flatMap((category) =>
    bothDirections.map((direction) => ({ direction, category, hops: 0, share: whole })),
  );
  return [...mine, ...walked];
}

/** Facts of a transfer without a score. */
export function factsWithout(
  state: Exclude<ScreeningFacts['state'], 'scored'>,
  about: Pick<ScreeningFacts, 'direction' | 'country' | 'clientRisk'>,
): ScreeningFacts {
  return { ...about, state, score: null, exposures: [], cents: null };
}

/** Facts of a score. */
export function factsOfScore(
  scored: Scored,
  about: Pick<ScreeningFacts, 'direction' | 'country' | 'clientRisk'> & { cents: bigint | null },
): ScreeningFacts {
  const { state, overall100 } = verdictOf(scored.record.answer);
  return {
    ...about,
    state,
    score: state === 'scored' ? overall100 : null,
    exposures: exposuresOf(scored),
  };
}

/** Value of a transfer in US cents; null without a price. Tokens have a price by contract, never by name. */
export async function centsOf(
  { blockchain, asset, amount }: Pick<ScreenedTransfer, 'blockchain' | 'asset' | 'amount'>,
  decimals: number | undefined,
  priceOf: (symbol: string) => Promise<{ micros: bigint } | null>,
): Promise<bigint | null> {
  const { coin } = chains[blockchain];
  const symbol = asset === undefined ? coin.symbol : pricedTokens[asset.toLowerCase()];
  const places = asset === undefined ? coin.decimals : decimals;
  if (symbol === undefined || places === undefined) return null;
  const price = await priceOf(symbol);
  return price && valueInCents(BigInt(amount), places, price.micros);
}
