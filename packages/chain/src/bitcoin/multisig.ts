import { OP, type Step, stepAt } from './opcodes.ts';

const MAX_KEYS = 20;

/** True for `m <key>… n OP_CHECKMULTISIG` with 1 ≤ m ≤ n ≤ 20 and keys of the right form (template of Bitcoin Core). */
export function isBareMultisig(script: Uint8Array): boolean {
  const first = stepAt(script, 0);
  const required = first && countOf(script, first);
  if (!first || !required) return false;
  let keys = 0;
  let at = first.end;
  while (at < script.length) {
    const step = stepAt(script, at);
    if (!step) return false;
    if (!isKey(script, step)) {
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

function isKey(script: Uint8Array, step: Step): boolean {
  const kind = script[step.dataStart];
  const length = step.end - step.dataStart;
  return (
    (length === 33 && (kind === 2 || kind === 3)) ||
    (length === 65 && (kind === 4 || kind === 6 || kind === 7))
  );
}
