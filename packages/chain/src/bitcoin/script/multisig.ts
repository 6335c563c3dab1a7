import { OP, type Step, stepAt } from './opcodes.ts';

const MAX_KEYS = 20;

/**
 * Tests for `m <key>… n OP_CHECKMULTISIG` with 1 ≤ m ≤ n ≤ 20 and keys of 33 or 65 bytes. Unlike Bitcoin Core's template,
 * ignores the first byte of keys: protocols such as Counterparty replace all keys but one with data, and the output stays
 * spendable.
 */
export function isBareMultisig(script: Uint8Array): boolean {
  const first = stepAt(script, 0);
  const required = first && countOf(script, first);
  if (!first || !required) return false;
  let keys = 0;
  let at = first.end;
  while (at < script.length) {
    const step = stepAt(script, at);
    if (!step) return false;
    if (!isKey(step)) {
      const total = countOf(script, step);
      return total === keys && required <= total && step.end === script.length - 1;
    }
    keys += 1;
    at = step.end;
  }
  return false;
}

/** A number from 1 to 20: OP_1 to OP_16, or a one-byte push for 17 to 20. */
function countOf(script: Uint8Array, step: Step): number | undefined {
  if (step.opcode >= OP.N1 && step.opcode <= OP.N16) return step.opcode - OP.N1 + 1;
  const value = script[step.dataStart] ?? 0;
  return step.opcode === 1 && value > 16 && value <= MAX_KEYS ? value : undefined;
}

function isKey(step: Step): boolean {
  const length = step.end - step.dataStart;
  return length === 33 || length === 65;
}
