import type { ScriptType } from '@hopscope/domain';
import { type Hashing, hash160, nobleHashing } from '../../hashing.ts';
import { OP, type Step, stepAt } from './opcodes.ts';

const MAX_KEYS = 20;

/**
 * Tests for `m <key>… n OP_CHECKMULTISIG` with 1 ≤ m ≤ n ≤ 20 and keys of 33 or 65 bytes. Unlike Bitcoin Core's template,
 * ignores the first byte of keys: protocols such as Counterparty replace all keys but one with data, and the output stays
 * spendable.
 */
function isBareMultisig(script: Uint8Array): boolean {
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

/** Above this a script cannot be executed, so its coins cannot be spent (consensus limit in bytes). */
const MAX_SCRIPT_SIZE = 10_000;

/**
 * Classifies a locking script by its bytes, without allocating. `p2pk` requires a key of the right format, which may not be
 * on the curve; `anchor` is pay-to-anchor (`OP_1 4e73`); `op_return` is any script that begins with OP_RETURN. A version 0
 * witness program that has neither 20 nor 32 bytes is `nonstandard` (BIP141 makes it unspendable).
 */
export function classifyScript(script: Uint8Array): ScriptType {
  const length = script.length;
  const first = script[0];
  if (first === undefined) return 'nonstandard';
  if (first === OP.DUP) return isP2pkh(script) ? 'p2pkh' : 'nonstandard';
  if (first === OP.HASH160) {
    return length === 23 && script[1] === 20 && script[22] === OP.EQUAL ? 'p2sh' : 'nonstandard';
  }
  if (first === OP.RETURN) return 'op_return';
  if (first === 0 || (first >= OP.N1 && first <= OP.N16)) {
    if (length >= 4 && length <= 42 && script[1] === length - 2) return classifyWitness(script);
  }
  if (isP2pk(script)) return 'p2pk';
  return script[length - 1] === OP.CHECKMULTISIG && isBareMultisig(script) ? 'multisig' : 'nonstandard';
}

/**
 * Key under which an output is credited: one kind byte and a payload. 0x00 = HASH160 of a public key (P2PKH, and P2PK
 * whose key is hashed here), 0x01 = HASH160 of a script (P2SH), 0x10 + version = witness program (2–40 bytes).
 * Undefined for bare multisig, OP_RETURN and non-standard outputs, which have no address.
 */
export function addressKeyOfScript(
  script: Uint8Array,
  hashing: Hashing = nobleHashing,
): Uint8Array | undefined {
  const type = classifyScript(script);
  if (type === 'p2pkh') return keyOf(0x00, script, 3, 20);
  if (type === 'p2sh') return keyOf(0x01, script, 2, 20);
  if (type === 'p2pk') return keyOf(0x00, hash160(hashing, script.subarray(1, script.length - 1)), 0, 20);
  if (type === 'multisig' || type === 'op_return' || type === 'nonstandard') return undefined;
  const opcode = script[0] ?? 0;
  const version = opcode === 0 ? 0 : opcode - OP.N1 + 1;
  return keyOf(0x10 + version, script, 2, script.length - 2);
}

/** True when consensus forbids ever spending the output: OP_RETURN first, or more than 10,000 bytes. */
export function isUnspendable(script: Uint8Array): boolean {
  return script[0] === OP.RETURN || script.length > MAX_SCRIPT_SIZE;
}

/** Kind of the witness program `version` with a program of this length and content (BIP141, BIP341, pay-to-anchor). */
export function witnessType(version: number, program: Uint8Array): ScriptType {
  if (version === 0) {
    if (program.length === 20) return 'p2wpkh';
    return program.length === 32 ? 'p2wsh' : 'nonstandard';
  }
  if (version !== 1) return 'witness_unknown';
  if (program.length === 32) return 'p2tr';
  return program.length === 2 && program[0] === 0x4e && program[1] === 0x73 ? 'anchor' : 'witness_unknown';
}

function isP2pkh(script: Uint8Array): boolean {
  return (
    script.length === 25 &&
    script[1] === OP.HASH160 &&
    script[2] === 20 &&
    script[23] === OP.EQUALVERIFY &&
    script[24] === OP.CHECKSIG
  );
}

function isP2pk(script: Uint8Array): boolean {
  const kind = script[1];
  if (script.length === 35) {
    return script[0] === 33 && script[34] === OP.CHECKSIG && (kind === 2 || kind === 3);
  }
  // 6 and 7 are hybrid keys, which consensus accepts.
  return (
    script.length === 67 &&
    script[0] === 65 &&
    script[66] === OP.CHECKSIG &&
    (kind === 4 || kind === 6 || kind === 7)
  );
}

function classifyWitness(script: Uint8Array): ScriptType {
  const length = script.length - 2;
  if (script[0] === 0) {
    if (length === 20) return 'p2wpkh';
    return length === 32 ? 'p2wsh' : 'nonstandard';
  }
  if (script[0] !== OP.N1) return 'witness_unknown';
  if (length === 32) return 'p2tr';
  return length === 2 && script[2] === 0x4e && script[3] === 0x73 ? 'anchor' : 'witness_unknown';
}

function keyOf(kind: number, bytes: Uint8Array, from: number, length: number): Uint8Array {
  const key = new Uint8Array(1 + length);
  key[0] = kind;
  for (let i = 0; i < length; i++) key[1 + i] = bytes[from + i] ?? 0;
  return key;
}
