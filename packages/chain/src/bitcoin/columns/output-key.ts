import { type ScriptType, scriptTypes } from '@hopscope/domain';
import type { Hashing } from '../../hashing.ts';
import { addressKeyOfScript, classifyScript } from '../script/script.ts';
import type { BlockColumns } from './block-columns.ts';

const numberOf = new Map<ScriptType, number>(scriptTypes.map((type, index) => [type, index]));
const numbered = (type: ScriptType): number => numberOf.get(type) ?? 0;

const p2pkh = numbered('p2pkh');
const p2sh = numbered('p2sh');
const p2wpkh = numbered('p2wpkh');
const p2wsh = numbered('p2wsh');
const p2tr = numbered('p2tr');

function putKey(columns: BlockColumns, output: number, tag: number, from: number, length: number): void {
  const { bytes, keys } = columns;
  const at = columns.keysSize;
  columns.outputKey[output] = at;
  columns.outputKeySize[output] = 1 + length;
  keys[at] = tag;
  for (let i = 0; i < length; i++) keys[at + 1 + i] = bytes[from + i] ?? 0;
  columns.keysSize = at + 1 + length;
}

/**
 * Enters script type and address key of an output whose script is known. The five usual templates are read in place; all
 * others by `classifyScript` and `addressKeyOfScript`, which define what a type and a key are.
 */
export function readOutputScript(columns: BlockColumns, output: number, hashing: Hashing): void {
  const { bytes } = columns;
  const at = columns.outputScript[output] ?? 0;
  const length = columns.outputScriptSize[output] ?? 0;
  const first = bytes[at];
  const second = bytes[at + 1];
  if (length === 25 && first === 0x76 && second === 0xa9 && bytes[at + 2] === 20) {
    if (bytes[at + 23] === 0x88 && bytes[at + 24] === 0xac) {
      columns.outputType[output] = p2pkh;
      return putKey(columns, output, 0x00, at + 3, 20);
    }
  } else if (length === 23 && first === 0xa9 && second === 20 && bytes[at + 22] === 0x87) {
    columns.outputType[output] = p2sh;
    return putKey(columns, output, 0x01, at + 2, 20);
  } else if (length === 22 && first === 0 && second === 20) {
    columns.outputType[output] = p2wpkh;
    return putKey(columns, output, 0x10, at + 2, 20);
  } else if (length === 34 && second === 32 && (first === 0 || first === 0x51)) {
    columns.outputType[output] = first === 0 ? p2wsh : p2tr;
    return putKey(columns, output, first === 0 ? 0x10 : 0x11, at + 2, 32);
  }
  const script = bytes.subarray(at, at + length);
  columns.outputType[output] = numbered(classifyScript(script));
  const key = addressKeyOfScript(script, hashing);
  columns.outputKey[output] = columns.keysSize;
  columns.outputKeySize[output] = key?.length ?? 0;
  if (!key) return;
  columns.keys.set(key, columns.keysSize);
  columns.keysSize += key.length;
}
