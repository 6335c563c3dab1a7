import type { ScriptType } from '@hopscope/domain';

/** An input as a detector sees it. Where the spent output is not known, so are its parts. */
export interface RiskInput {
  /** The spent output is known. */
  readonly known: boolean;
  /** Address key as text; undefined where there is no address, or nothing is known. */
  readonly key: string | undefined;
  /** Satoshis. */
  readonly value: bigint | undefined;
  readonly type: ScriptType | undefined;
}

/** An output as a detector sees it. */
export interface RiskOutput {
  readonly key: string | undefined;
  /** Satoshis. */
  readonly value: bigint;
  readonly type: ScriptType;
}

/** A Bitcoin transaction as far as detectors and heuristics look at it: who paid whom how much, with what scripts. */
export interface RiskTransaction {
  readonly coinbase: boolean;
  readonly inputs: readonly RiskInput[];
  readonly outputs: readonly RiskOutput[];
}
