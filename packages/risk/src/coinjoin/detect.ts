import type { RiskTransaction } from '../transaction.ts';
import { detectEqualOutput } from './equal-output.ts';
import { detectJoinMarket } from './joinmarket.ts';
import { type Outline, outlineOf } from './outline.ts';
import { type CoinJoinStyle, coinJoinStyles, type CoinJoinVerdict, type DetectorFinding } from './verdict.ts';
import { detectWasabi1 } from './wasabi1.ts';
import { detectWasabi2 } from './wasabi2.ts';
import { detectWhirlpool } from './whirlpool.ts';

const detectors: Readonly<Record<CoinJoinStyle, (tx: Outline) => DetectorFinding>> = {
  whirlpool: detectWhirlpool,
  wasabi2: detectWasabi2,
  wasabi1: detectWasabi1,
  joinmarket: detectJoinMarket,
  equal_output: detectEqualOutput,
};

/** The parts of a transaction that exclude most CoinJoins. */
interface Outlined {
  readonly coinbase: boolean;
  readonly inputs: readonly unknown[];
  readonly outputs: readonly Pick<RiskTransaction['outputs'][number], 'type' | 'value'>[];
}

/**
 * CoinJoin software creates no outputs with data or without amount: Wasabi's coordinator rejects scripts other than those of
 * its round, JoinMarket's taker adds one or two outputs per participant, and Whirlpool mixes have only pool outputs. The
 * transaction that prepares coins for a Whirlpool pool (Tx0) always has one, for the coordinator fee: it resembles a
 * CoinJoin, but one wallet pays (whirlpool-client, `Tx0Service`). So do token transfers.
 */
function carriesData({ outputs }: Outlined): boolean {
  return outputs.some(({ type, value }) => type === 'op_return' || value === 0n);
}

/** Whether two outputs have the same amount, without which there is no CoinJoin. */
function hasEqualAmounts({ outputs }: Outlined): boolean {
  return new Set(outputs.map(({ value }) => value)).size < outputs.length;
}

/** Returns false for transactions that are certainly not a CoinJoin, whoever owns their inputs and outputs. */
export function mayBeCoinJoin(tx: Outlined): boolean {
  if (tx.coinbase || tx.inputs.length < 2 || tx.outputs.length < 3) return false;
  return hasEqualAmounts(tx) && !carriesData(tx);
}

/**
 * Determines whether a transaction is a CoinJoin, its style, and the evidence. The strictest matching style wins. `unknown`
 * if unknown inputs would decide, or if it has the form of JoinMarket but amounts are inconclusive.
 */
export function detectCoinJoin(tx: RiskTransaction): CoinJoinVerdict {
  if (!mayBeCoinJoin(tx)) return { is: 'none' };
  const outline = outlineOf(tx);
  if (outline.equal < 2) return { is: 'none' };
  let open = false;
  for (const style of coinJoinStyles) {
    const finding = detectors[style](outline);
    if (finding.is === 'unknown') open = true;
    if (finding.is !== 'match') continue;
    const { inputs, unknownInputs, outputs, equal, denomination } = outline;
    return {
      is: 'coinjoin',
      style,
      evidence: {
        inputs,
        unknownInputs,
        outputs,
        equalOutputs: equal,
        denomination,
        participants: finding.participants,
        standardOutputs: finding.standardOutputs ?? null,
      },
    };
  }
  return { is: open ? 'unknown' : 'none' };
}
