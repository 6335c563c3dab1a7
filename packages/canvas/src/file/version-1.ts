import type { CanvasNode, Connection, Profile } from '@hopscope/contract/flow-document';
import { blockchains } from '@hopscope/domain';
import { FileError } from './file-error.ts';

type Fields = Readonly<Record<string, unknown>>;

const assets = {
  BTC: { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 },
  ETH: { chain: 'ethereum', symbol: 'ETH', contract: null, decimals: 18 },
} as const;

function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FileError(place, 'is not an object');
  return value as Fields;
}

export function listOf(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new FileError(place, 'is not a list');
  return value;
}

const shown = (value: unknown): string =>
  typeof value === 'number' || value === null || value === undefined ? String(value) : typeof value;

function textOf(fields: Fields, key: string, place: string): string | null {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw new FileError(`${place}.${key}`, `is ${shown(value)}, not text`);
  return value;
}

/** Pixels; the old pages had fractions of them, which are rounded. */
function pixelsOf(fields: Fields, key: string, place: string): number {
  const value = fields[key];
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 10_000_000)
    throw new FileError(`${place}.${key}`, `is ${shown(value)}, not a number of pixels`);
  return Math.round(value) || 0;
}

/** Smallest units: digits, or a whole number that JSON carries exactly. */
function unitsOf(value: unknown, place: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && /^\d{1,78}$/.test(value)) return BigInt(value).toString();
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
  if (typeof value === 'number' && Number.isInteger(value) && value > 0)
    throw new FileError(place, 'is a number above 2^53, which is not exact in JSON: use a string');
  throw new FileError(place, `is ${shown(value)}, not a whole number of smallest units`);
}

function centsOf(value: unknown, place: string): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'number' ? String(value) : value;
  const match = typeof text === 'string' ? /^(\d{1,15})(?:\.(\d+))?$/.exec(text) : null;
  if (!match) throw new FileError(place, 'is not an amount in dollars');
  return BigInt(`${match[1] ?? '0'}${(match[2] ?? '').slice(0, 2).padEnd(2, '0')}`).toString();
}

function riskOf(value: unknown, place: string): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !(value >= 0 && value <= 100))
    throw new FileError(place, `is ${shown(value)}, not a number from 0 to 100`);
  return Math.round(value);
}

/** `#rrggbb`; other notations are dropped. */
function colorOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const color = value.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  return /^#[0-9a-f]{6}$/.test(color) ? color : null;
}

function timeOf(value: unknown, place: string): number | null {
  if (value === undefined || value === null || value === '') return null;
  const text = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  const time = typeof value === 'number' ? (value > 1e11 ? value : value * 1000) : text;
  if (!Number.isFinite(time)) throw new FileError(place, 'is not a date');
  return Math.floor(time / 1000);
}

function profileOf(fields: Fields, place: string, shownName: string | null): Profile | null {
  const entityId = textOf(fields, 'entityId', place);
  const known = {
    entityId,
    entityType: textOf(fields, 'entityType', place),
    name: entityId === null ? null : shownName,
    beneficialOwner: textOf(fields, 'bo', place),
    custodian: textOf(fields, 'custodian', place),
    logoUrl: textOf(fields, 'logoUrl', place),
    risk: riskOf(fields['risk'], `${place}.risk`),
    balance: unitsOf(fields['balance'], `${place}.balance`),
    usdCents: centsOf(fields['usdValue'], `${place}.usdValue`),
  };
  if (Object.values(known).every((value) => value === null)) return null;
  return { ...known, received: null, spent: null, transactions: null, coinJoin: false };
}

/** Its id is the address, or `<chain>:<address>`. */
export function nodeOf1(value: unknown, place: string): CanvasNode {
  const fields = fieldsOf(value, place);
  const id = textOf(fields, 'id', place);
  if (id === null) throw new FileError(`${place}.id`, 'is missing');
  const type = fields['type'];
  if (type !== 'wallet' && type !== 'custom') throw new FileError(`${place}.type`, 'is not wallet or custom');
  const label = textOf(fields, 'label', place);
  const at = { x: pixelsOf(fields, 'x', place), y: pixelsOf(fields, 'y', place) };
  const plain = { color: null, traced: false, stop: null, group: null };
  const profile = profileOf(fields, place, label);
  if (type === 'custom')
    return {
      kind: 'node',
      id,
      type,
      chain: null,
      address: null,
      label: label ?? '',
      ...at,
      ...plain,
      profile,
    };
  const prefix = blockchains.find((chain) => id.startsWith(`${chain}:`));
  const address = prefix ? id.slice(prefix.length + 1) : id;
  const chain = prefix ?? (/^0x[0-9a-fA-F]{40}$/.test(address) ? 'ethereum' : 'bitcoin');
  const own = label !== null && label !== profile?.name && label !== address ? label : '';
  return {
    kind: 'node',
    id: `${chain}:${address}`,
    type,
    chain,
    address,
    label: own,
    ...at,
    ...plain,
    profile,
  };
}

function transferOf1(
  fields: Fields,
  place: string,
  { from, to, color }: { from: string; to: string; color: string | null },
): Connection {
  const currency = fields['currency'];
  if (currency !== 'BTC' && currency !== 'ETH') throw new FileError(`${place}.currency`, 'is not BTC or ETH');
  const amount = unitsOf(fields['amount'], `${place}.amount`);
  if (amount === null) throw new FileError(`${place}.amount`, 'is missing');
  const transaction = textOf(fields, 'txHash', place) ?? '';
  /** Without a key, the position in the file distinguishes transfers of one transaction. */
  const utxoKey = textOf(fields, 'utxoKey', place) ?? `${transaction}:${place}`;
  return {
    kind: 'connection',
    id: `${utxoKey}|${from}|${to}`,
    from,
    to,
    amount,
    whole: amount,
    asset: assets[currency],
    transaction,
    utxoKey,
    color,
    time: timeOf(fields['date'], `${place}.date`),
    height: null,
    fee: null,
  };
}

/** One connection, or the originals of an aggregated one, whose sum it must equal. */
export function connectionsOf1(
  value: unknown,
  place: string,
  idOf: ReadonlyMap<string, string>,
): Connection[] {
  const fields = fieldsOf(value, place);
  const end = (key: 'from' | 'to'): string => {
    const name = textOf(fields, key, place) ?? '';
    const id = idOf.get(name);
    if (id === undefined)
      throw new FileError(`${place}.${key}`, `refers to ${JSON.stringify(name)}, which is not a node`);
    return id;
  };
  const ends = { from: end('from'), to: end('to'), color: colorOf(fields['customColor']) };
  const originals = fields['originalConnections'];
  if (fields['isAggregated'] !== true || originals === undefined || originals === null)
    return [transferOf1(fields, place, ends)];
  const parts = listOf(originals, `${place}.originalConnections`).map((one, i) => {
    const at = `${place}.originalConnections[${i}]`;
    const own = fieldsOf(one, at);
    return transferOf1({ currency: fields['currency'], ...own }, at, ends);
  });
  if (parts.length === 0) return [transferOf1(fields, place, ends)];
  const sum = parts.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (String(sum) !== unitsOf(fields['amount'], `${place}.amount`))
    throw new FileError(`${place}.amount`, `is not the sum of its ${parts.length} original connections`);
  return parts;
}
