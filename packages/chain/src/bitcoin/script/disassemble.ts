import { toHex } from '../../bytes.ts';
import { OP, stepAt } from './opcodes.ts';

// Opcodes from 0x61 on, in order.
const NAMES = (
  'NOP VER IF NOTIF VERIF VERNOTIF ELSE ENDIF VERIFY RETURN TOALTSTACK FROMALTSTACK 2DROP 2DUP 3DUP 2OVER 2ROT 2SWAP ' +
  'IFDUP DEPTH DROP DUP NIP OVER PICK ROLL ROT SWAP TUCK CAT SUBSTR LEFT RIGHT SIZE INVERT AND OR XOR EQUAL ' +
  'EQUALVERIFY RESERVED1 RESERVED2 1ADD 1SUB 2MUL 2DIV NEGATE ABS NOT 0NOTEQUAL ADD SUB MUL DIV MOD LSHIFT RSHIFT ' +
  'BOOLAND BOOLOR NUMEQUAL NUMEQUALVERIFY NUMNOTEQUAL LESSTHAN GREATERTHAN LESSTHANOREQUAL GREATERTHANOREQUAL MIN ' +
  'MAX WITHIN RIPEMD160 SHA1 SHA256 HASH160 HASH256 CODESEPARATOR CHECKSIG CHECKSIGVERIFY CHECKMULTISIG ' +
  'CHECKMULTISIGVERIFY NOP1 CLTV CSV NOP4 NOP5 NOP6 NOP7 NOP8 NOP9 NOP10 CHECKSIGADD'
).split(' ');
const FIRST_NAMED = 0x61;

/**
 * Script in words, for people: `OP_DUP OP_HASH160 OP_PUSHBYTES_20 <hex> …`, in the form that Esplora explorers show.
 * A push that reaches past the end is written as `<push past end>`.
 */
export function disassemble(script: Uint8Array): string {
  const words: string[] = [];
  let at = 0;
  while (at < script.length) {
    const step = stepAt(script, at);
    words.push(nameOf(script[at] ?? 0));
    if (!step) {
      words.push('<push past end>');
      break;
    }
    if (step.end > step.dataStart) words.push(toHex(script.subarray(step.dataStart, step.end)));
    at = step.end;
  }
  return words.join(' ');
}

function nameOf(opcode: number): string {
  if (opcode === 0) return 'OP_0';
  if (opcode < OP.PUSHDATA1) return `OP_PUSHBYTES_${opcode}`;
  if (opcode <= OP.PUSHDATA4) return `OP_PUSHDATA${1 << (opcode - OP.PUSHDATA1)}`;
  if (opcode === OP.NEGATE1) return 'OP_PUSHNUM_NEG1';
  if (opcode < OP.N1) return 'OP_RESERVED';
  if (opcode <= OP.N16) return `OP_PUSHNUM_${opcode - OP.N1 + 1}`;
  const name = NAMES[opcode - FIRST_NAMED];
  return name === undefined ? `OP_UNKNOWN_${opcode}` : `OP_${name}`;
}
