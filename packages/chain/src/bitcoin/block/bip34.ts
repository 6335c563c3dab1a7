import type { Block } from './block.ts';
import { OP } from '../script/opcodes.ts';

/**
 * Returns the height that the coinbase claims: the minimally pushed number at the beginning of its script, in blocks of
 * version 2 or later (BIP34). Undefined if there is none. The claim can be wrong in blocks from before the rule was enforced.
 */
export function bip34Height(block: Block): number | undefined {
  const script = block.transactions[0]?.inputs[0]?.script;
  return script && claimedHeight(block.header.version, script);
}

/** The same from a header version and a coinbase script. */
export function claimedHeight(version: number, coinbaseScript: Uint8Array): number | undefined {
  return version >= 2 ? leadingNumber(coinbaseScript) : undefined;
}

/** Number from 0 to 2^31 − 1 in the shortest push (script number encoding), else undefined. */
function leadingNumber(script: Uint8Array): number | undefined {
  const opcode = script[0];
  if (opcode === undefined) return undefined;
  if (opcode === 0) return 0;
  if (opcode >= OP.N1 && opcode <= OP.N16) return opcode - OP.N1 + 1;
  if (opcode > 4 || script.length <= opcode) return undefined;
  const last = script[opcode] ?? 0;
  const beforeLast = opcode > 1 ? (script[opcode - 1] ?? 0) : 0;
  const padded = last === 0 && beforeLast < 0x80;
  if (last >= 0x80 || padded) return undefined;
  let value = 0;
  for (let i = opcode; i > 0; i--) value = value * 256 + (script[i] ?? 0);
  return value > 16 ? value : undefined;
}
