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

/** Inputs and outputs above which a transaction is not split. */
export const mostSides = 5000;
/** Payers times outputs above which a transaction is not split. */
const mostParts = 200_000;

/** What an address has to do with one transaction. */
export interface AddressMoves {
  readonly by: MovedBy;
  readonly moves: readonly Move[];
  /** Satoshis that came to it newly mined, or that went to outputs without an address (its part). */
  readonly mined: bigint;
  readonly withoutAddress: bigint;
  /** Came to it, and from whom is not known. */
  readonly unknown: bigint;
  readonly tooLarge: boolean;
}

/** What a transaction paid for being in a block; null where an input is not known, of a coinbase 0. */
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

/** Texts of address keys, each worked out once. */
export function createAddressNames({ chain, network }: Pick<TracingSnapshot, 'chain' | 'network'>) {
  const known = new Map<string, string>();
  return (name: string): string => {
    const text = known.get(name) ?? addressText(chain, Buffer.from(name, 'latin1'), network);
    known.set(name, text);
    return text;
  };
}

/** How much of each output each payer paid: only of payers and outputs that are asked for. */
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

/** Transfers of a transaction to and from one address (by its byte key). With `change` also those to itself. */
export function movesOfAddress(
  tx: FoundTx,
  own: string,
  around: {
    nameOf: (key: string) => string;
    /** Of blocks, by height. */
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

/** The part of an output that each payer paid, by address; undefined where it is not known. */
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
