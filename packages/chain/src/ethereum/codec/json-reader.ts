import { isRecord } from '@hopscope/domain';
import { EthereumError, type EthereumRule } from '../ethereum-error.ts';

/** An object of a response with its position; the path is built only for an error. */
export interface Node {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly parent: Node | null;
  /** Name within the parent, or of the whole answer. */
  readonly name: string;
  /** Index in a list of the parent; −1 if it isn't in a list. */
  readonly index: number;
}

/** Longest input, log data or list of bytes: more than the gas of any block pays for. */
const MAX_DATA_BYTES = 16 * 1024 * 1024;

/** Value of a hex digit by character code, 255 for anything else. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? 255 : value;
});

/** The whole of an answer as an object. Throws `json_type`. */
export function rootNode(value: unknown, name: string): Node {
  return nodeOf(value, null, name, -1);
}

/** Path of a field for messages: `block.transactions[3].value`. */
export function pathOf(node: Node, key?: string): string {
  const own = node.index < 0 ? node.name : `${node.name}[${node.index}]`;
  const path = node.parent ? `${pathOf(node.parent)}.${own}` : own;
  return key === undefined ? path : `${path}.${key}`;
}

/** Throws the rule, naming a field of the node. */
export function refuseField(rule: EthereumRule, node: Node, key: string | undefined, what: string): never {
  const at = pathOf(node, key);
  throw new EthereumError(rule, at, `${at} ${what}.`);
}

/** True where a field has a value; JSON-RPC writes null for absent ones as often as it leaves them out. */
export function isPresent(node: Node, key: string): boolean {
  const value = node.fields[key];
  return value !== undefined && value !== null;
}

/** An object field. Throws `json_missing` or `json_type`. */
export function objectField(node: Node, key: string): Node {
  return nodeOf(valueOf(node, key), node, key, -1);
}

/** A list of objects with at most `max` of them. Throws `json_missing`, `json_type`, `too_long`. */
export function objectsField(node: Node, key: string, max: number): Node[] {
  return listField(node, key, max).map((value, index) => nodeOf(value, node, key, index));
}

/** A whole answer that is a list of objects. Throws `json_type`, `too_long`. */
export function rootNodes(value: unknown, name: string, max: number): Node[] {
  if (!Array.isArray(value)) throw new EthereumError('json_type', name, `${name} is not a list.`);
  if (value.length > max) throw new EthereumError('too_long', name, `${name} has more than ${max} entries.`);
  return value.map((entry: unknown, index) => nodeOf(entry, null, name, index));
}

/** A list with at most `max` entries. Throws `json_missing`, `json_type`, `too_long`. */
export function listField(node: Node, key: string, max: number): readonly unknown[] {
  const value = valueOf(node, key);
  if (!Array.isArray(value)) refuseField('json_type', node, key, 'is not a list');
  if (value.length > max) refuseField('too_long', node, key, `has more than ${max} entries`);
  return value;
}

/** A text of at most 1,000 characters. Throws `json_missing`, `json_type`, `too_long`. */
export function textField(node: Node, key: string): string {
  const value = valueOf(node, key);
  if (typeof value !== 'string') refuseField('json_type', node, key, 'is not a string');
  if (value.length > 1000) refuseField('too_long', node, key, 'has more than 1,000 characters');
  return value;
}

/** An unsigned quantity of at most `bits` bits (`0x` and hex digits). Throws with the rule. */
export function quantityField(node: Node, key: string, bits = 256): bigint {
  const value = valueOf(node, key);
  if (typeof value !== 'string') refuseField('json_type', node, key, 'is not a hex quantity');
  const { length } = value;
  if (length > 66) refuseField('number_too_large', node, key, 'has more than 256 bits');
  if (length < 3 || !value.startsWith('0x')) refuseField('hex_invalid', node, key, 'is not a hex quantity');
  for (let i = 2; i < length; i++) {
    if (digitAt(value, i) > 15) refuseField('hex_invalid', node, key, 'is not a hex quantity');
  }
  const quantity = length <= 14 ? BigInt(Number.parseInt(value, 16)) : BigInt(value);
  if (bits < 256 && quantity >> BigInt(bits) !== 0n) {
    refuseField('number_too_large', node, key, `has more than ${bits} bits`);
  }
  return quantity;
}

/** A quantity that is exact as a number (up to 2^53 − 1): heights, times, indexes. Throws with the rule. */
export function numberField(node: Node, key: string): number {
  const number = Number(quantityField(node, key));
  if (!Number.isSafeInteger(number)) refuseField('number_too_large', node, key, 'is above 2^53 − 1');
  return number;
}

/** A quantity, or null where the field is absent. Throws with the rule. */
export function optionalQuantity(node: Node, key: string, bits = 256): bigint | null {
  return isPresent(node, key) ? quantityField(node, key, bits) : null;
}

/** Exactly `length` bytes. Throws with the rule. */
export function bytesField(node: Node, key: string, length: number): Uint8Array {
  return bytesOf(valueOf(node, key), length, node, key);
}

/** Exactly `length` bytes, or null where the field is absent. Throws with the rule. */
export function optionalBytes(node: Node, key: string, length: number): Uint8Array | null {
  return isPresent(node, key) ? bytesField(node, key, length) : null;
}

/** Bytes of any length up to 16 MiB. Throws with the rule. */
export function dataField(node: Node, key: string): Uint8Array {
  return bytesOf(valueOf(node, key), -1, node, key);
}

/** A list of entries of `length` bytes each. Throws with the rule. */
export function bytesListField(node: Node, key: string, length: number, max: number): Uint8Array[] {
  return listField(node, key, max).map((entry, index) => bytesOf(entry, length, node, `${key}[${index}]`));
}

function bytesOf(value: unknown, length: number, node: Node, key: string): Uint8Array {
  if (typeof value !== 'string') refuseField('json_type', node, key, 'is not a hex string');
  if (!value.startsWith('0x') || value.length % 2 !== 0) refuseField('hex_invalid', node, key, 'is not hex');
  const size = value.length / 2 - 1;
  if (length >= 0 && size !== length) {
    refuseField('length_wrong', node, key, `has ${size} bytes, not ${length}`);
  }
  if (size > MAX_DATA_BYTES) refuseField('too_long', node, key, `has more than ${MAX_DATA_BYTES} bytes`);
  const bytes = new Uint8Array(size);
  for (let i = 0, at = 2; i < size; i++, at += 2) {
    const high = digitAt(value, at);
    const low = digitAt(value, at + 1);
    if ((high | low) > 15) refuseField('hex_invalid', node, key, 'is not hex');
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

function digitAt(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? 255;
}

function valueOf(node: Node, key: string): unknown {
  const value = node.fields[key];
  if (value === undefined || value === null) refuseField('json_missing', node, key, 'is missing');
  return value;
}

function nodeOf(value: unknown, parent: Node | null, name: string, index: number): Node {
  if (isRecord(value)) return { fields: value, parent, name, index };
  const at = pathOf({ fields: {}, parent, name, index });
  throw new EthereumError('json_type', at, `${at} is not an object.`);
}
