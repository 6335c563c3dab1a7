import { toDisplayHash } from '@hopscope/chain';
import { payersOf, splitOutput } from '@hopscope/risk';
import { coinJoinOf } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import { timeAt } from '../../../ledger/bitcoin/accounts/days.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import type { StoredTx } from '../../../ledger/bitcoin/blocks/tx-record.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { addressText } from '../../directory/records/address-text.ts';
import { coinAssets, type Move, type MovedBy } from './moves.ts';
import type { TracingSnapshot } from './open-tracing.ts';

/** Most inputs, and most outputs, of a transaction to split. */
export const mostSides = 5000;
/** Most payers times outputs of a transaction to split. */
const mostParts = 200_000;

/** Transfers of an address in one transaction. */
export interface AddressMoves {
  readonly by: MovedBy;
  readonly moves: readonly Move[];
  /** Satoshis that the address received as newly mined, and its part of outputs without an address. */
  readonly mined: bigint;
  readonly withoutAddress: bigint;
  /** Satoshis that it received from unknown senders. */
  readonly unknown: bigint;
  readonly tooLarge: boolean;
}

/** Returns the fee of a transaction; null with an unknown input, 0 for a coinbase. */
export function feeOf({ coinbase, inputs, outputs }: StoredTx): bigint | null {
  if (coinbase) return 0n;
  let fee = 0n;
  for (const { prevout } of inputs) {
    if (prevout.kind !== 'known') return null;
    fee += prevout.value;
  }
  for (const { value } of outputs) fee -= value;
  return fee;
}

/** Returns a function that converts each address key to text once. */
export function createAddressNames({ chain, network }: Pick<TracingSnapshot, 'chain' | 'network'>) {
  const known = new Map<string, string>();
  return (name: string): string => {
    const text = known.get(name) ?? addressText(chain, Buffer.from(name, 'latin1'), network);
    known.set(name, text);
    return text;
  };
}

/** Computes how much of each output each payer paid, only for the requested payers and outputs. */
function partsOf(tx: StoredTx) {
  const payers = payersOf(
    tx.inputs.map(({ prevout }) =>
      prevout.kind === 'known'
        ? { name: prevout.key && byteKey(prevout.key), amount: prevout.value }
        : { name: undefined, amount: undefined },
    ),
  );
  return payers && { payers, of: (value: bigint): bigint[] => splitOutput(value, payers) };
}

function isTooLarge({ inputs, outputs }: StoredTx): boolean {
  if (inputs.length + outputs.length > mostSides) return true;
  return inputs.length * outputs.length > mostParts;
}

export function movedBy({ txid, position, record }: FoundTx, times: ReadonlyMap<number, number>): MovedBy {
  return {
    transaction: toDisplayHash(txid),
    position,
    time: timeAt(times, position),
    fee: feeOf(record),
    coinJoin: coinJoinOf(record).is === 'coinjoin',
  };
}

/** Returns the transfers of a transaction to and from one address (by its byte key). `change` includes those to itself. */
export function movesOfAddress(
  tx: FoundTx,
  own: string,
  around: {
    nameOf: (key: string) => string;
    /** Block times by height. */
    times: ReadonlyMap<number, number>;
    change: boolean;
  },
): AddressMoves {
  const { record } = tx;
  const { nameOf, change } = around;
  const by = movedBy(tx, around.times);
  const none = { by, moves: [], mined: 0n, withoutAddress: 0n, unknown: 0n, tooLarge: false };
  const received = record.outputs.reduce(
    (sum, { key, value }) => (key && byteKey(key) === own ? sum + value : sum),
    0n,
  );
  if (record.coinbase) return { ...none, mined: received };
  if (isTooLarge(record)) return { ...none, tooLarge: true };
  const split = partsOf(record);
  if (!split) return { ...none, unknown: received };
  const { payers } = split;
  const place = payers.findIndex(({ name }) => name === own);
  const moves: Move[] = [];
  let withoutAddress = 0n;
  record.outputs.forEach(({ key, value }, number) => {
    const to = key && byteKey(key);
    if (value === 0n || (to !== own && place < 0)) return;
    const parts = split.of(value);
    payers.forEach(({ name }, i) => {
      const amount = parts[i] ?? 0n;
      if (amount === 0n || (to !== own && i !== place) || (name === to && !change)) return;
      if (name === undefined || to === undefined) withoutAddress += amount;
      else {
        moves.push({
          by,
          number,
          from: nameOf(name),
          to: nameOf(to),
          amount,
          whole: value,
          asset: coinAssets.bitcoin,
        });
      }
    });
  });
  return { ...none, moves, withoutAddress };
}

/** Returns the part of an output that each payer paid, by address; undefined if unknown. */
export function payersOfOutput(
  tx: FoundTx,
  vout: number,
  nameOf: (key: string) => string,
): ReadonlyMap<string, bigint> | undefined {
  const value = tx.record.outputs[vout]?.value;
  if (value === undefined || isTooLarge(tx.record)) return undefined;
  const split = partsOf(tx.record);
  if (!split) return undefined;
  const parts = split.of(value);
  return new Map(
    split.payers.flatMap(({ name }, i) =>
      name === undefined ? [] : [[nameOf(name), parts[i] ?? 0n] as const],
    ),
  );
}
