import { OP, stepAt } from './opcodes.ts';

/** Control, format (bidi overrides, zero width), private and unassigned characters; the joiner of emoji is kept. */
const INVISIBLE = /(?!\u200d)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;

/**
 * Returns the data of an OP_RETURN output as views, one element per push (small-number opcodes count as one byte, OP_0 as
 * none). A truncated push returns the remaining bytes; reading stops at the first opcode that isn't a push.
 */
export function opReturnData(script: Uint8Array): Uint8Array[] {
  return script[0] === OP.RETURN ? pushesFrom(script, 1) : [];
}

/**
 * Decodes readable text: valid UTF-8 with at least nine of ten characters visible. Removes control characters and direction
 * overrides, so that the text can't affect surrounding text. Undefined otherwise.
 */
export function printableText(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const visible = visibleText(text);
  const total = Array.from(text).length;
  const rest = Array.from(visible).length;
  return visible.trim() !== '' && rest * 10 >= total * 9 ? visible : undefined;
}

/** The text without characters that do not show; line breaks and tabs become spaces. */
export function visibleText(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(INVISIBLE, '');
}

/** Returns the data of pushes from `from` up to the first opcode that isn't a push; a truncated last push returns the rest. */
export function pushesFrom(script: Uint8Array, from: number): Uint8Array[] {
  const pushes: Uint8Array[] = [];
  let at = from;
  while (at < script.length) {
    const opcode = script[at] ?? 0;
    if (opcode > OP.N16) break;
    const step = stepAt(script, at);
    if (!step) {
      pushes.push(script.subarray(at + 1));
      break;
    }
    pushes.push(opcode >= OP.NEGATE1 ? numberData(opcode) : script.subarray(step.dataStart, step.end));
    at = step.end;
  }
  return pushes;
}

function numberData(opcode: number): Uint8Array {
  return Uint8Array.of(opcode === OP.NEGATE1 ? 0x81 : opcode - OP.N1 + 1);
}
