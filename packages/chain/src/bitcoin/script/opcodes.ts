/** Opcodes that the templates and the BIP34 height need by name. */
export const OP = {
  PUSHDATA1: 0x4c,
  PUSHDATA2: 0x4d,
  PUSHDATA4: 0x4e,
  NEGATE1: 0x4f,
  N1: 0x51,
  N16: 0x60,
  RETURN: 0x6a,
  DUP: 0x76,
  EQUAL: 0x87,
  EQUALVERIFY: 0x88,
  HASH160: 0xa9,
  CHECKSIG: 0xac,
  CHECKMULTISIG: 0xae,
} as const;

/** One step of a script: an opcode and, for pushes, where its data lies; `end` is the offset of the next step. */
export interface Step {
  readonly opcode: number;
  readonly dataStart: number;
  readonly end: number;
}

/**
 * The step at `at`, or undefined when a push reaches past the end of the script. `at` must lie inside the script.
 * Data of a push is `script[dataStart..end)`; for other opcodes that is empty.
 */
export function stepAt(script: Uint8Array, at: number): Step | undefined {
  const opcode = script[at] ?? 0;
  const lengthBytes = opcode < OP.PUSHDATA1 || opcode > OP.PUSHDATA4 ? 0 : 1 << (opcode - OP.PUSHDATA1);
  const dataStart = at + 1 + lengthBytes;
  if (dataStart > script.length) return undefined;
  let length = opcode < OP.PUSHDATA1 ? opcode : 0;
  // Multiplied, not shifted: four length bytes may exceed 31 bits.
  for (let i = lengthBytes; i > 0; i--) length = length * 256 + (script[at + i] ?? 0);
  const end = dataStart + length;
  return end > script.length ? undefined : { opcode, dataStart, end };
}
