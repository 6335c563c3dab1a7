import { type Direction, type Lot, type LotConversion, type TaintMethod, type WalkLimits } from './types.ts';
import { farLimits, type SmallLedger } from './ledger.fixture.ts';
import { walkExposure } from './walk.ts';

/** By ID of the lot. */
export type Conversions = Readonly<Record<string, LotConversion>>;

/** Walks from roots of a ledger, with conversions by ID of the lot. */
export async function walk(
  { reader }: SmallLedger,
  roots: readonly Lot[],
  conversions: Conversions,
  more: {
    direction?: Direction;
    method?: TaintMethod;
    self?: string;
    limits?: Partial<WalkLimits>;
    mayCross?: (lot: Lot) => boolean;
    /** Whether conversions are known yet; by default, they are. */
    isKnown?: () => boolean;
  } = {},
) {
  const { direction = 'backward', method = 'haircut', self = 'self', mayCross, isKnown = () => true } = more;
  const question = { direction, method, self, roots, limits: { ...farLimits, ...more.limits } };
  return walkExposure(question, {
    ...reader,
    ...(mayCross && { mayCross }),
    conversions: async (lots) =>
      new Map(Object.entries(conversions).filter(([key]) => isKnown() && lots.some(({ id }) => id === key))),
  });
}

/** Categories of names in these ledgers. */
export const names = {
  labels: { thief: 'stolen', bourse: 'exchange', pool: 'defi', mixer: 'mixer' },
} as const;
