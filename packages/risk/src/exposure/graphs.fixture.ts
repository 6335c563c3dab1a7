import {
  farLimits,
  type SmallLabels,
  type SmallLedger,
  type SmallMovement,
  type SmallTransaction,
  smallBitcoin,
  smallEthereum,
} from './ledger.fixture.ts';
import type { Direction, TaintMethod, WalkLimits, WalkResult } from './types.ts';
import { walkExposure } from './walk.ts';

/** Every line of a result: category or reason, whose address, amount at which hops. */
export function lines({ exposures, rests }: WalkResult): string[] {
  return [
    ...exposures.flatMap(({ category, entity, byHops }) =>
      byHops.map(({ hops, amount }) => `${category}${entity ? ` ${entity.name}` : ''} ${amount} @${hops}`),
    ),
    ...rests.map(({ reason, amount }) => `${reason} ${amount}`),
  ];
}

/** A walk from all that an owner received. */
export function walk(
  ledger: SmallLedger,
  method: TaintMethod,
  direction: Direction,
  limits: Partial<WalkLimits> = {},
  self = 'self',
): Promise<WalkResult> {
  const roots = ledger.receipts(self);
  return walkExposure({ direction, method, self, roots, limits: { ...farLimits, ...limits } }, ledger.reader);
}

/** Lines of a walk backward from all that `self` received, on a small Bitcoin ledger. */
export const back = async (
  method: TaintMethod,
  transactions: readonly SmallTransaction[],
  names: SmallLabels,
  limits: Partial<WalkLimits> = {},
) => lines(await walk(smallBitcoin(transactions, names), method, 'backward', limits));
/** The same forward. */
export const ahead = async (
  method: TaintMethod,
  transactions: readonly SmallTransaction[],
  names: SmallLabels,
  limits: Partial<WalkLimits> = {},
) => lines(await walk(smallBitcoin(transactions, names), method, 'forward', limits));
/** Lines of a walk backward from all that `self` received, on a small Ethereum ledger. */
export const backEth = async (
  method: TaintMethod,
  movements: readonly SmallMovement[],
  names: Parameters<typeof smallEthereum>[1] = {},
  limits: Partial<WalkLimits> = {},
) => lines(await walk(smallEthereum(movements, names), method, 'backward', limits));
/** The same forward. */
export const aheadEth = async (
  method: TaintMethod,
  movements: readonly SmallMovement[],
  names: Parameters<typeof smallEthereum>[1] = {},
) => lines(await walk(smallEthereum(movements, names), method, 'forward'));

/** New coins for an address. */
export const mint = (id: string, address: string, amount: bigint): SmallTransaction => ({
  id,
  spends: [],
  pays: [[address, amount]],
});
