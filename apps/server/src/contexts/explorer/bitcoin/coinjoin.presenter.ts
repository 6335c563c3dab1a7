import type { TransactionView } from '@hopscope/contract';
import type { ScriptType } from '@hopscope/domain';
import {
  type CoinJoinVerdict,
  detectCoinJoin,
  measuredCoinJoins,
  type RiskTransaction,
} from '@hopscope/risk';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';

interface Paid {
  readonly key: Uint8Array | undefined;
  readonly value: bigint;
  readonly type: ScriptType;
}

/** Returns the CoinJoin fields of a transaction, with the measured quality of the detector. */
export function presentCoinJoin(verdict: CoinJoinVerdict): Pick<TransactionView, 'is_coinjoin' | 'coinjoin'> {
  if (verdict.is !== 'coinjoin') return { is_coinjoin: verdict.is === 'none' ? false : null, coinjoin: null };
  const { style, evidence } = verdict;
  return {
    is_coinjoin: true,
    coinjoin: {
      style,
      evidence: {
        inputs: evidence.inputs,
        unknown_inputs: evidence.unknownInputs,
        outputs: evidence.outputs,
        equal_outputs: evidence.equalOutputs,
        denomination: Number(evidence.denomination),
        participants: evidence.participants,
        standard_outputs: evidence.standardOutputs,
      },
      ...measuredCoinJoins[style],
    },
  };
}

function riskPart({ key, value, type }: Paid) {
  return { key: key && byteKey(key), value, type };
}

/** Detects whether a transaction outside of the ledger is a CoinJoin. `prevouts`: the outputs it spends, if known. */
export function coinJoinAmong(
  coinbase: boolean,
  prevouts: readonly (Paid | undefined)[],
  outputs: readonly Paid[],
): CoinJoinVerdict {
  const tx: RiskTransaction = {
    coinbase,
    inputs: prevouts.map((prevout) =>
      prevout
        ? { known: true, ...riskPart(prevout) }
        : { known: false, key: undefined, value: undefined, type: undefined },
    ),
    outputs: outputs.map(riskPart),
  };
  return detectCoinJoin(tx);
}
