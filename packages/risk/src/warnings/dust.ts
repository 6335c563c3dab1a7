import type { ScriptType } from '@hopscope/domain';

/** Satoshis per virtual byte below which nodes call an output dust: `-dustrelayfee`, by default 3,000 per 1,000. */
const dustRelayRate = 3;
/** Amount (8 bytes) and length (1 byte) of an output, before its script of less than 253 bytes. */
const outputHead = 9;
/** Virtual bytes of the input that spends it later: outpoint, length, sequence, and 107 bytes of signature and key. */
const input = 32 + 4 + 1 + 107 + 4;
/** The same of a witness program, whose signature counts for a quarter, rounded down. */
const witnessInput = 32 + 4 + 1 + Math.floor(107 / 4) + 4;

/** Bytes of the scripts whose type fixes them; keys in their compressed form. */
const scriptBytes: Partial<Record<ScriptType, number>> = {
  p2pk: 35,
  p2pkh: 25,
  p2sh: 23,
  p2wpkh: 22,
  p2wsh: 34,
  p2tr: 34,
  anchor: 4,
};
const witnessPrograms: readonly ScriptType[] = ['p2wpkh', 'p2wsh', 'p2tr', 'anchor'];

/**
 * Returns the dust limit of an output type in satoshis, below which spending it costs too much; undefined if the type doesn't
 * determine it (bare multisig, non-standard) or the output is unspendable (OP_RETURN). Source: Bitcoin Core,
 * `GetDustThreshold` in src/policy/policy.cpp, with the default `-dustrelayfee`.
 */
export function dustLimit(type: ScriptType): number | undefined {
  const bytes = scriptBytes[type];
  if (bytes === undefined) return undefined;
  const spending = witnessPrograms.includes(type) ? witnessInput : input;
  return dustRelayRate * (outputHead + bytes + spending);
}

/** Tests whether an output is dust by Bitcoin Core's policy; false if its type doesn't determine it. */
export function isDust(type: ScriptType, sats: number): boolean {
  const limit = dustLimit(type);
  return limit !== undefined && sats < limit;
}
