import type { ScriptType } from '@hopscope/domain';

/** An input as a detector sees it. Where the spent output is not known, so are its parts. */
export interface RiskInput {
  /** The spent output is known. */
  readonly known: boolean;
  /** Address key as text; undefined without address, or if unknown. */
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

/** A Bitcoin transaction with the fields that detectors and heuristics use. */
export interface RiskTransaction {
  readonly coinbase: boolean;
  readonly inputs: readonly RiskInput[];
  readonly outputs: readonly RiskOutput[];
}
