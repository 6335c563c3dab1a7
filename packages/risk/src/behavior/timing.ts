import { secondsOfDay } from '@hopscope/domain';
import {
  type BehaviorRules,
  type Conduct,
  type Dealing,
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

const traceOf = ({ transaction, amount }: Dealing): Trace => ({ transaction, amount });

function totalOf(dealings: readonly { amount: bigint }[]): bigint {
  return dealings.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The longest run of dealings whose first and last lie so close together; of equals the first. */
function fullestWindow(dealings: readonly Dealing[], within: number): Dealing[] {
  let best: [number, number] = [0, 0];
  let start = 0;
  dealings.forEach(({ time }, end) => {
    while (time - (dealings[start]?.time ?? time) > within) start += 1;
    if (end + 1 - start > best[1] - best[0]) best = [start, end + 1];
  });
  return dealings.slice(...best);
}

/**
 * Several amounts in one direction just below a threshold, close together, that are above it together.
 * Source: FATF, Red Flag Indicators Associated with Virtual Assets (September 2020), indicators on transactions: structuring in
 * amounts under record-keeping or reporting thresholds.
 * @param thresholds in smallest units
 */
export function structuring(
  { dealings }: Conduct,
  { least, within, band }: BehaviorRules['structuring'],
  thresholds: readonly bigint[],
  format: FormatAmount,
): Finding | undefined {
  let best: { window: Dealing[]; threshold: bigint; direction: Dealing['direction'] } | undefined;
  for (const threshold of thresholds.toSorted((a, b) => (a < b ? 1 : -1))) {
    for (const direction of ['in', 'out'] as const) {
      const below = dealings.filter(
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

/** Dealings out, and how much of each had come in so shortly before, first in first out. */
function passedOn(dealings: readonly Dealing[], within: number): (Trace & { dealing: Dealing })[] {
  const lots: { time: number; left: bigint }[] = [];
  let head = 0;
  const passed: (Trace & { dealing: Dealing })[] = [];
  for (const dealing of dealings) {
    if (dealing.direction === 'in') {
      lots.push({ time: dealing.time, left: dealing.amount });
      continue;
    }
    let { amount } = dealing;
    let quick = 0n;
    for (let lot = lots[head]; lot && amount > 0n; lot = lots[head]) {
      const part = lot.left < amount ? lot.left : amount;
      if (dealing.time - lot.time <= within) quick += part;
      amount -= part;
      lot.left -= part;
      if (lot.left === 0n) head += 1;
    }
    if (quick > 0n) passed.push({ transaction: dealing.transaction, amount: quick, dealing });
  }
  return passed;
}

const plainTrace = ({ transaction, amount }: Trace): Trace => ({ transaction, amount });

/**
 * Most incoming funds are forwarded within a short time.
 * Source: FATF 2020, indicators on transactions and their patterns: assets transferred or withdrawn immediately.
 */
export function rapidMovement(
  { dealings }: Conduct,
  { least, within, share }: BehaviorRules['rapid_movement'],
  format: FormatAmount,
): Finding | undefined {
  const received = dealings.filter(({ direction }) => direction === 'in');
  if (received.length < least) return undefined;
  const passed = passedOn(dealings, within);
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
 * Much of what comes in goes to a bridge, that is to another chain, soon after. Our own rule for what FATF's targeted update on
 * virtual assets (June 2022) warns of as cross-chain flows; no published threshold.
 */
export function bridgeHop(
  { dealings }: Conduct,
  { within, share }: BehaviorRules['bridge_hop'],
  format: FormatAmount,
): Finding | undefined {
  const received = totalOf(dealings.filter(({ direction }) => direction === 'in'));
  const passed = passedOn(dealings, within).filter(({ dealing }) =>
    dealing.parties.some(({ categories }) => categories.includes('bridge')),
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
 * After a long silence much of what was held leaves within a short time. Only where all dealings are known.
 * Source: FATF 2020, indicators on transactions: large ones with a previously inactive account; the year of silence is ours.
 */
export function dormantThenActive(
  { dealings, complete }: Conduct,
  { gap, within, share }: BehaviorRules['dormant_then_active'],
  format: FormatAmount,
): Finding | undefined {
  if (!complete) return undefined;
  let held = 0n;
  let best: { left: bigint; held: bigint; days: number; traces: Trace[]; share: number } | undefined;
  dealings.forEach((dealing, i) => {
    const silence = dealing.time - (dealings[i - 1]?.time ?? dealing.time);
    if (silence >= gap && held > 0n) {
      const after = dealings
        .slice(i)
        .filter(({ time, direction }) => direction === 'out' && time - dealing.time <= within);
      const left = totalOf(after);
      const gone = shareOf(left, held);
      if (gone >= share && gone > (best?.share ?? 0)) {
        best = {
          left,
          held,
          days: Math.floor(silence / secondsOfDay),
          traces: after.map(traceOf),
          share: gone,
        };
      }
    }
    held += dealing.direction === 'in' ? dealing.amount : -dealing.amount;
  });
  if (!best) return undefined;
  return {
    id: 'dormant_then_active',
    intensity: best.share,
    traces: best.traces,
    text: `${format(best.left)} of ${format(best.held)} sent within ${duration(within)} after ${best.days} days of inactivity`,
  };
}
