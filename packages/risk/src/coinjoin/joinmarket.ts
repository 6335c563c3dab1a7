import { findMakers } from './makers.ts';
import type { Outline } from './outline.ts';
import { type DetectorFinding, none, unknown } from './verdict.ts';

/** No maker offers less, nor has less change (`DUST_THRESHOLD`). */
const leastAmount = 27_300n;
/** A taker leaves no more than this to the miners (`BITCOIN_DUST_THRESHOLD`). */
const leastChange = 2_730n;
/** Takers assume three inputs per participant (`taker.py`); rounds with many more are rare. */
const mostInputs = 8;
/** Takers agree with a handful of makers. */
const mostParticipants = 30;

/**
 * Fees that a maker can earn, narrow bounds first: maker defaults (0.002% of the amount, or 500 satoshis, varied by a tenth;
 * `configure.py`), usual offers, and taker limits (0.4%, or 4,000 to 40,000 satoshis; `cli_options.py`), with a small margin.
 */
function fees(amount: bigint): bigint[] {
  const bounds = [
    [2n, 40_000n],
    [1_000n, 40_000n],
    [1_000n, 1_000n],
    [10_000n, 200n],
  ].map(([least = 0n, part = 1n]) => (amount / part > least ? amount / part : least));
  return [...new Set(bounds)];
}

/** Returns the number of participants by form; undefined if it doesn't match JoinMarket. */
function participantsOf(tx: Outline): number | undefined {
  const { equal, others, denomination } = tx;
  if (equal < 2 || equal > mostParticipants || tx.inputs < equal || denomination < leastAmount)
    return undefined;
  if (equal + others.length !== tx.outputs || (others.length !== equal && others.length !== equal - 1))
    return undefined;
  // Two equal outputs and one change are what any payment in two parts looks like.
  if (equal === 2 && others.length !== 2) return undefined;
  if (others.filter((change) => change >= leastAmount).length < equal - 1) return undefined;
  if (others.some((change) => change <= leastChange)) return undefined;
  if (tx.outputAddresses !== tx.outputs || tx.repays) return undefined;
  if (tx.inputAddresses + tx.unknownInputs < equal) return undefined;
  return equal;
}

/**
 * JoinMarket (joinmarket-clientserver): a taker pays makers to join. Each of n participants gets an equal output, each maker
 * gets change, and so does the taker unless it sends all it has (`taker.py`, `receive_utxos`); each output goes to a fresh
 * address. A maker signs only if it gets back at least what it put in (`maker.py`, `verify_unsigned_tx`); the taker pays the
 * miner fee and the makers. Amounts can therefore identify the makers, and only then it is JoinMarket. Script types are
 * irrelevant: takers can pay to any. Undecided if three or more participants spend so many coins that any amounts could
 * match; two equal outputs are too common for that.
 */
export function detectJoinMarket(tx: Outline): DetectorFinding {
  const participants = participantsOf(tx);
  if (participants === undefined) return none;
  if (tx.unknownInputs > 0) return unknown;
  const { denomination, purses, others } = tx;
  // Change too small for a maker belongs to the taker.
  const taken = others.filter((change) => change >= leastAmount).map((change) => denomination + change);
  const answer = findMakers({ purses, taken, makers: participants - 1, fees: fees(denomination) });
  if (answer === 'shown') return { is: 'match', participants };
  const few = tx.inputs <= participants * mostInputs;
  return answer === 'open' && participants > 2 && few ? unknown : none;
}
