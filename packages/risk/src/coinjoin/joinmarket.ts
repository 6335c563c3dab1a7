import { findMakers } from './makers.ts';
import type { Outline } from './outline.ts';
import { type DetectorFinding, none, unknown } from './verdict.ts';

/** No maker offers less, nor has less change (`DUST_THRESHOLD`). */
const leastAmount = 27_300n;
/** A taker leaves no more than this to the miners (`BITCOIN_DUST_THRESHOLD`). */
const leastChange = 2_730n;
/** Takers reckon with three inputs for each participant (`taker.py`); rounds with many more than that hardly come about. */
const mostInputs = 8;
/** Takers agree with a handful of makers. */
const mostParticipants = 30;

/**
 * What a maker may earn, narrow bounds first: by the offers that makers come with (0.002 % of the amount, or 500 satoshis,
 * varied by a tenth; `configure.py`), by usual ones, and by what takers accept as they are set up (0.4 %, or 4,000 to 40,000
 * satoshis; `cli_options.py`), with a little room.
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

/** Participants that the form shows; undefined where it is not JoinMarket's. */
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
 * JoinMarket (joinmarket-clientserver): a taker buys the presence of makers. Each of n participants gets an equal output, each
 * maker change, and the taker too unless it sends all it has (`taker.py`, `receive_utxos`); every one of these outputs goes to
 * a fresh address of its own. A maker signs only what gives back at least what it brought (`maker.py`, `verify_unsigned_tx`);
 * the taker pays the miners and the makers' fees. So amounts can show who the makers are, and only then it is JoinMarket.
 * Script types say nothing here: takers send to any. Where three or more brought so many coins that any amounts might fit, it
 * cannot be told; two equal outputs are too common for that.
 */
export function detectJoinMarket(tx: Outline): DetectorFinding {
  const participants = participantsOf(tx);
  if (participants === undefined) return none;
  if (tx.unknownInputs > 0) return unknown;
  const { denomination, purses, others } = tx;
  // What cannot be a maker's is the taker's: nobody else has so little change.
  const taken = others.filter((change) => change >= leastAmount).map((change) => denomination + change);
  const answer = findMakers({ purses, taken, makers: participants - 1, fees: fees(denomination) });
  if (answer === 'shown') return { is: 'match', participants };
  const few = tx.inputs <= participants * mostInputs;
  return answer === 'open' && participants > 2 && few ? unknown : none;
}
