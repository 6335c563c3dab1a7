import { equalBytes, toHex } from '../../bytes.ts';
import { ChainError } from '../../errors.ts';
import { decodeRlp } from '../codec/decode-rlp.ts';
import { keccak256 } from './keccak.ts';
import { encodeRlp, type RlpItem, rlpNumber } from '../trie/rlp.ts';

/** secp256k1 (SEC 2, section 2.4.1). */
const prime = 2n ** 256n - 2n ** 32n - 977n;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const base: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  z: 1n,
};

/** In Jacobian coordinates; z = 0 is the point at infinity. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}
const infinity: Point = { x: 1n, y: 1n, z: 0n };

function mod(value: bigint, by: bigint): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

const field = (value: bigint): bigint => mod(value, prime);

function power(value: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = field(value);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = field(result * square);
    square = field(square * square);
  }
  return result;
}

function inverse(value: bigint, by: bigint): bigint {
  let [a, b, x, y] = [mod(value, by), by, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return mod(x, by);
}

function double({ x, y, z }: Point): Point {
  if (z === 0n || y === 0n) return infinity;
  const square = field(y * y);
  const s = field(4n * x * square);
  const m = field(3n * x * x);
  const x2 = field(m * m - 2n * s);
  return { x: x2, y: field(m * (s - x2) - 8n * square * square), z: field(2n * y * z) };
}

function add(a: Point, b: Point): Point {
  if (a.z === 0n) return b;
  if (b.z === 0n) return a;
  const [za, zb] = [field(a.z * a.z), field(b.z * b.z)];
  const [ua, ub] = [field(a.x * zb), field(b.x * za)];
  const [sa, sb] = [field(a.y * zb * b.z), field(b.y * za * a.z)];
  if (ua === ub) return sa === sb ? double(a) : infinity;
  const [h, r] = [field(ub - ua), field(sb - sa)];
  const square = field(h * h);
  const cube = field(square * h);
  const x = field(r * r - cube - 2n * ua * square);
  return { x, y: field(r * (ua * square - x) - sa * cube), z: field(h * a.z * b.z) };
}

function times(point: Point, scalar: bigint): Point {
  let result = infinity;
  for (let bit = 255n; bit >= 0n; bit--) {
    result = double(result);
    if ((scalar >> bit) & 1n) result = add(result, point);
  }
  return result;
}

function numberOf(item: RlpItem | undefined): bigint {
  if (!(item instanceof Uint8Array) || item.length > 32) {
    throw new ChainError('field_out_of_range', 'A part of a signature is not a number.');
  }
  return item.length === 0 ? 0n : BigInt(`0x${toHex(item)}`);
}

/** Returns the point with an x coordinate and the parity of y; undefined if the curve has none. */
function pointAt(x: bigint, odd: boolean): Point | undefined {
  const square = field(x * x * x + 7n);
  const root = power(square, (prime + 1n) / 4n);
  if (field(root * root) !== square) return undefined;
  return { x, y: ((root & 1n) === 1n) === odd ? root : prime - root, z: 1n };
}

/** Writes the coordinates of a point, 32 bytes each. */
function bytesOfPoint(x: bigint, y: bigint): Uint8Array {
  const key = new Uint8Array(64);
  for (let i = 0; i < 32; i++) {
    key[31 - i] = Number((x >> BigInt(8 * i)) & 255n);
    key[63 - i] = Number((y >> BigInt(8 * i)) & 255n);
  }
  return key;
}

/**
 * Returns the Ethereum account of a public key: compressed with 33 bytes, or with 65 (SEC 1, section 2.3.3). Undefined if the
 * bytes are not a point of the curve.
 */
export function accountOfPublicKey(key: Uint8Array): Uint8Array | undefined {
  const kind = key[0];
  const isCompressed = key.length === 33 && (kind === 2 || kind === 3);
  if (!isCompressed && !(key.length === 65 && kind === 4)) return undefined;
  const x = BigInt(`0x${toHex(key.subarray(1, 33))}`);
  const isOdd = isCompressed ? kind === 3 : ((key[64] ?? 0) & 1) === 1;
  const point = x < prime ? pointAt(x, isOdd) : undefined;
  if (!point) return undefined;
  const bytes = bytesOfPoint(point.x, point.y);
  const isSame = isCompressed || equalBytes(bytes, key.subarray(1));
  return isSame ? keccak256(bytes).slice(12) : undefined;
}

/**
 * Recovers the public key (x and y, 64 bytes) that signed a message from r, s, and the parity of y (SEC 1, section 4.1.6);
 * undefined for an invalid signature.
 */
function keyOf(message: bigint, r: bigint, s: bigint, odd: boolean): Uint8Array | undefined {
  if (r <= 0n || r >= order || s <= 0n || s >= order) return undefined;
  const point = pointAt(r, odd);
  if (!point) return undefined;
  const own = inverse(r, order);
  const sum = add(times(base, mod(-message * own, order)), times(point, mod(s * own, order)));
  if (sum.z === 0n) return undefined;
  const z = inverse(sum.z, prime);
  return bytesOfPoint(field(sum.x * z * z), field(sum.y * z * z * z));
}

/** Fields of a signed transaction that describe a transfer of ether. */
export interface SignedTransaction {
  /** Signer, recovered from the signature. */
  readonly from: Uint8Array;
  /** Public key of the signer in compressed form, 33 bytes (SEC 1, section 2.3.3). */
  readonly publicKey: Uint8Array;
  /** Null where a contract is created. */
  readonly to: Uint8Array | null;
  readonly nonce: bigint;
  /** Null before EIP-155. */
  readonly chainId: bigint | null;
  /** Wei. */
  readonly value: bigint;
}

/**
 * Decodes a signed transaction of any type (EIP-155, 2718, 2930, 1559, 4844, 7702) and recovers its sender. Throws ChainError
 * if the bytes aren't a transaction.
 */
export function readSignedTransaction(raw: Uint8Array): SignedTransaction {
  const first = raw[0] ?? 0xff;
  const type = first < 0x7f ? first : undefined;
  if (type !== undefined && (type < 1 || type > 4))
    throw new ChainError('field_out_of_range', `${type} is not a transaction type.`);
  const item = decodeRlp(type === undefined ? raw : raw.subarray(1));
  if (item instanceof Uint8Array || item.length < 9)
    throw new ChainError('field_out_of_range', 'The bytes are not a transaction.');
  const unsigned = item.slice(0, -3);
  const [v, r, s] = item.slice(-3).map(numberOf);
  if (v === undefined || r === undefined || s === undefined) throw new RangeError('Three parts');
  if (type === undefined && v >= 35n)
    unsigned.push(rlpNumber((v - 35n) / 2n), new Uint8Array(0), new Uint8Array(0));
  const odd = type !== undefined ? v === 1n : v >= 35n ? (v - 35n) % 2n === 1n : v === 28n;
  const message = BigInt(`0x${toHex(keccak256(encodeRlp(unsigned, type)))}`);
  const key = keyOf(message, r, s, odd);
  if (!key) throw new ChainError('field_out_of_range', 'The signature does not recover to an address.');
  const toAt = type === undefined ? 3 : type === 1 ? 4 : 5;
  const [to, value] = [item[toAt], item[toAt + 1]];
  const nonce = numberOf(item[type === undefined ? 0 : 1]);
  if (!(to instanceof Uint8Array) || (to.length !== 0 && to.length !== 20))
    throw new ChainError('field_out_of_range', 'The receiver is not a valid address.');
  const from = keccak256(key).slice(12);
  const chainId = type !== undefined ? numberOf(item[0]) : v >= 35n ? (v - 35n) / 2n : null;
  const publicKey = Uint8Array.of(2 + ((key[63] ?? 0) & 1), ...key.subarray(0, 32));
  return { from, publicKey, to: to.length === 0 ? null : to, nonce, chainId, value: numberOf(value) };
}
