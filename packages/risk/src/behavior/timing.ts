import { secondsOfDay } from '@hopscope/domain';
import {
  type BehaviorRules,
  type ObservedActivity,
  type CounterpartyFlow,
  type Finding,
  type FormatAmount,
  grown,
  shareOf,
  type Trace,
} from './rules.ts';

const million = 1_000_000n;

function duration(seconds: number): string {
  if (seconds % secondsOfDay === 0)
    return seconds === secondsOfDay ? 'a day' : `${seconds / secondsOfDay} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`;
  return `${seconds} seconds`;
}

const traceOf = ({ transaction, amount }: CounterpartyFlow): Trace => ({ transaction, amount });

function totalOf(flows: readonly { amount: bigint }[]): bigint {
  return flows.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The longest run of dealings whose first and last lie so close together; of equals the first. */
function fullestWindow(flows: readonly CounterpartyFlow[], within: number): CounterpartyFlow[] {
  let best: [number, number] = [0, 0];
  let start = 0;
  flows.forEach(({ time }, end) => {
    while (time - (flows[start]?.time ?? time) > within) start += 1;
    if (end + 1 - start > best[1] - best[0]) best = [start, end + 1];
  });
  return flows.slice(...best);
}

/**
 * Several amounts in one direction just below a threshold, close together, that are above it together.
 * Source: FATF, Red Flag Indicators Associated with Virtual Assets (September 2020), indicators on transactions: structuring in
 * amounts under record-keeping or reporting thresholds.
 * @param thresholds in smallest units
 */
export function structuring(
  { flows }: ObservedActivity,
  { least, within, band }: BehaviorRules['structuring'],
  thresholds: readonly bigint[],
  format: FormatAmount,
): Finding | undefined {
  let best:
    | { window: CounterpartyFlow[]; threshold: bigint; direction: CounterpartyFlow['direction'] }
    | undefined;
  for (const threshold of thresholds.toSorted((a, b) => (a < b ? 1 : -1))) {
    for (const direction of ['in', 'out'] as const) {
      const below = flows.filter(
        (one) =>
          one.direction === direction &&
          one.amount < threshold &&
          one.amount * million >= threshold * BigInt(band),
      );
      const window = fullestWindow(below, within);
      if (window.length >= least && window.length > (best?.window.length ?? 0))
        best = { window, threshold, direction };
    }
  }
  if (!best) return undefined;
  const { window, threshold, direction } = best;
  return {
    id: 'structuring',
    intensity: grown(window.length, least),
    traces: window.map(traceOf),
    text: `${window.length} payments ${direction === 'in' ? 'received' : 'sent'} just below ${format(threshold)} within ${duration(within)}, ${format(totalOf(window))} in total`,
  };
}

/** Matches outgoing flows with incoming ones shortly before them, first in, first out. */
function passedOn(
  flows: readonly CounterpartyFlow[],
  within: number,
): (Trace & { flow: CounterpartyFlow })[] {
  const lots: { time: number; left: bigint }[] = [];
  let head = 0;
  const passed: (Trace & { flow: CounterpartyFlow })[] = [];
  for (const flow of flows) {
    if (flow.direction === 'in') {
      lots.push({ time: flow.time, left: flow.amount });
      continue;
    }
    let { amount } = flow;
    let quick = 0n;
    for (let lot = lots[head]; lot && amount > 0n; lot = lots[head]) {
      const part = lot.left < amount ? lot.left : amount;
      if (flow.time - lot.time <= within) quick += part;
      amount -= part;
      lot.left -= part;
      if (lot.left === 0n) head += 1;
    }
    if (quick > 0n) passed.push({ transaction: flow.transaction, amount: quick, flow });
  }
  return passed;
}

const plainTrace = ({ transaction, amount }: Trace): Trace => ({ transaction, amount });

/**
 * Most incoming funds are forwarded within a short time.
 * Source: FATF 2020, indicators on transactions and their patterns: assets transferred or withdrawn immediately.
 */
export function rapidMovement(
  { flows }: ObservedActivity,
  { least, within, share }: BehaviorRules['rapid_movement'],
  format: FormatAmount,
): Finding | undefined {
  const received = flows.filter(({ direction }) => direction === 'in');
  if (received.length < least) return undefined;
  const passed = passedOn(flows, within);
  const quick = shareOf(totalOf(passed), totalOf(received));
  if (quick < share) return undefined;
  return {
    id: 'rapid_movement',
    intensity: quick,
    traces: passed.map(plainTrace),
    text: `${format(totalOf(passed))} of ${format(totalOf(received))} received was forwarded within ${duration(within)}`,
  };
}

/**
 * Bridge hop: much of the received amount goes to a bridge, known to the directory or by what its contract states, and so to another
 * chain, soon after. Our own threshold for the
 * cross-chain flows that FATF's targeted update on virtual assets (June 2022) warns of; no threshold is published.
 */
export function bridgeHop(
  { flows }: ObservedActivity,
  { within, share }: BehaviorRules['bridge_hop'],
  format: FormatAmount,
): Finding | undefined {
  const received = totalOf(flows.filter(({ direction }) => direction === 'in'));
  const passed = passedOn(flows, within).filter(
    ({ flow }) => flow.crossed || flow.parties.some(({ categories }) => categories.includes('bridge')),
  );
  const quick = shareOf(totalOf(passed), received);
  if (passed.length === 0 || quick < share) return undefined;
  return {
    id: 'bridge_hop',
    intensity: quick,
    traces: passed.map(plainTrace),
    text: `${format(totalOf(passed))} of ${format(received)} received was sent to a bridge within ${duration(within)}`,
  };
}

/**
 * Reactivation after dormancy: after a long silence, much of the balance leaves within a short time. Requires the complete
 * history. Source: FATF 2020, transaction indicators: large transactions with a previously inactive account; the period of
 * one year is ours.
 */
export function dormantThenActive(
  { flows, complete }: ObservedActivity,
  { gap, within, share }: BehaviorRules['dormant_then_active'],
  format: FormatAmount,
): Finding | undefined {
  if (!complete) return undefined;
  let balance = 0n;
  let best: { left: bigint; balance: bigint; days: number; traces: Trace[]; share: number } | undefined;
  flows.forEach((flow, i) => {
    const silence = flow.time - (flows[i - 1]?.time ?? flow.time);
    if (silence >= gap && balance > 0n) {
      const after = flows
        .slice(i)
        .filter(({ time, direction }) => direction === 'out' && time - flow.time <= within);
      const left = totalOf(after);
      const gone = shareOf(left, balance);
      if (gone >= share && gone > (best?.share ?? 0)) {
        best = {
          left,
          balance,
          days: Math.floor(silence / secondsOfDay),
          traces: after.map(traceOf),
          share: gone,
        };
      }
    }
    balance += flow.direction === 'in' ? flow.amount : -flow.amount;
  });
  if (!best) return undefined;
  return {
    id: 'dormant_then_active',
    intensity: best.share,
    traces: best.traces,
    text: `${format(best.left)} of ${format(best.balance)} sent within ${duration(within)} after ${best.days} days of inactivity`,
  };
}
