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
 * Whether a transaction is a CoinJoin, of which style and why. The strictest style that matches gives the name. `unknown`
 * only where inputs are not known and would decide.
 */
export function detectCoinJoin(tx: RiskTransaction): CoinJoinVerdict {
  if (tx.coinbase || tx.inputs.length < 2 || tx.outputs.length < 3) return { is: 'none' };
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
