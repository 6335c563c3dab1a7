import type { SmallLedger } from '../exposure/ledger.fixture.ts';
import type { Owner } from '../exposure/types.ts';
import { followMoney } from './follow-money.ts';
import type {
  FollowedHop,
  FollowedStep,
  FollowedStop,
  FollowLimits,
  FollowQuestion,
} from './follow-types.ts';

const far: FollowLimits = {
  hops: 12,
  nodes: 1000,
  reads: 1000,
  rounds: 200,
  minimum: 0n,
  minimumShare: 0,
  top: 1000,
};
export const person = (address: string): Owner => ({ id: address, address, label: undefined });

/** Follows the receipts of owners in a small ledger, and returns everything that was reported. */
export async function follow(
  ledger: SmallLedger,
  starts: readonly string[],
  more: Partial<Omit<FollowQuestion, 'limits'>> & {
    limits?: Partial<FollowLimits>;
    conversion?: NonNullable<Parameters<typeof followMoney>[1]['conversion']>;
    signal?: AbortSignal;
  } = {},
) {
  const steps: FollowedStep[] = [];
  const stops: FollowedStop[] = [];
  const hops: FollowedHop[] = [];
  const { limits, conversion, signal, ...question } = more;
  const result = await followMoney(
    {
      direction: 'forward',
      method: 'haircut',
      asset: 'coin',
      starts: starts.map((name) => ({ owner: person(name), roots: ledger.receipts(name) })),
      stopAt: ({ label }) => (label ? 'service' : undefined),
      ...question,
      limits: { ...far, ...limits },
    },
    { ...ledger.reader, ...(conversion && { conversion }) },
    {
      step: (step) => steps.push(step),
      stop: (stop) => stops.push(stop),
      hop: (hop) => hops.push(hop),
      round() {},
    },
    signal,
  );
  return { result, steps, stops, hops };
}
