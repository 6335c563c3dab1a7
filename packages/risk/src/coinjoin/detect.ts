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

/**
 * No software for CoinJoins makes an output that holds data or nothing: Wasabi's coordinator refuses scripts other than those
 * of its round, JoinMarket's taker adds one or two outputs for each participant, Whirlpool's mixes have the pool's outputs
 * alone. What prepares coins for a Whirlpool pool (Tx0) always has one, for the coordinator's fee: it looks much like a
 * CoinJoin, but one wallet pays (whirlpool-client, `Tx0Service`). So do transfers of tokens.
 */
function carriesData({ outputs }: RiskTransaction): boolean {
  return outputs.some(({ type, value }) => type === 'op_return' || value === 0n);
}

/** Whether two outputs have the same amount, without which there is no CoinJoin. */
function hasEqualAmounts({ outputs }: RiskTransaction): boolean {
  return new Set(outputs.map(({ value }) => value)).size < outputs.length;
}

/**
 * Whether a transaction is a CoinJoin, of which style and why. The strictest style that matches gives the name. `unknown`
 * where inputs are not known and would decide, and where it has JoinMarket's form but amounts do not tell.
 */
export function detectCoinJoin(tx: RiskTransaction): CoinJoinVerdict {
  if (tx.coinbase || tx.inputs.length < 2 || tx.outputs.length < 3) return { is: 'none' };
  if (carriesData(tx) || !hasEqualAmounts(tx)) return { is: 'none' };
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
