import { decodeTransaction } from '@hopscope/chain';
import { payersOf, splitOutput } from '@hopscope/risk';
import { storeOutputs } from '../../../ledger/bitcoin/blocks/batch.ts';
import type { MempoolTx } from '../../../ledger/bitcoin/mempool/mempool-reader.ts';
import type { StoredTx } from '../../../ledger/bitcoin/blocks/tx-record.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { type CounterpartyFlow, largestFirst, type Party, sumByKey } from './parties.ts';

/** Payers times outputs above which amounts are not divided. */
const mostParts = 200_000;

interface Side {
  readonly key: Uint8Array | undefined;
  readonly value: bigint;
}

/** Spent and created outputs of a transaction; unknown spent outputs are undefined. */
export interface Sides {
  readonly inputs: readonly (Side | undefined)[];
  readonly outputs: readonly Side[];
}

export function sidesOfStored({ coinbase, inputs, outputs }: StoredTx): Sides {
  if (coinbase) return { inputs: [], outputs };
  return { inputs: inputs.map(({ prevout }) => (prevout.kind === 'known' ? prevout : undefined)), outputs };
}

export function sidesOfMempool({ raw, prevouts }: MempoolTx): Sides {
  const tx = decodeTransaction(raw, { hashing: nativeHashing });
  return { inputs: prevouts, outputs: storeOutputs(tx, nativeHashing) };
}

const isThere = (side: Side | undefined): side is Side => side !== undefined;

/** Who paid a net amount: in proportion to what each of the others spent. */
function payers({ inputs }: Sides, own: string, amount: bigint): Party[] {
  const others = inputs.filter((side) => side?.key === undefined || byteKey(side.key) !== own);
  const sums = largestFirst(sumByKey(others.filter(isThere)).values());
  const divided = payersOf(
    others.map((side) => ({ name: side?.key && byteKey(side.key), amount: side?.value })),
  );
  if (!divided) return sums.map(({ key }) => ({ key, amount: null }));
  const parts = splitOutput(amount, divided);
  const amounts = new Map(divided.map(({ name }, i) => [name, parts[i] ?? 0n]));
  return sums.map(({ key }) => ({ key, amount: amounts.get(byteKey(key)) ?? null }));
}

/** Who was paid: each output of others, as far as the address paid it. */
function payees({ inputs, outputs }: Sides, own: string): Party[] {
  const others = outputs.filter(({ key }) => key !== undefined && byteKey(key) !== own);
  const divided = payersOf(
    inputs.map((side) => ({ name: side?.key && byteKey(side.key), amount: side?.value })),
  );
  if (!divided || divided.length * others.length > mostParts) {
    return largestFirst(sumByKey(others).values()).map(({ key }) => ({ key, amount: null }));
  }
  const place = divided.findIndex(({ name }) => name === own);
  const parts = others.map(({ key, value }) => ({ key, value: splitOutput(value, divided)[place] ?? 0n }));
  return largestFirst(sumByKey(parts).values()).map(({ key, value }) => ({ key, amount: value }));
}

/** Whom a monitored address dealt with in a transaction. */
export function bitcoinFlow(
  sides: Sides,
  { own, direction, amount }: { own: Uint8Array; direction: 'in' | 'out'; amount: bigint },
): CounterpartyFlow {
  const name = byteKey(own);
  const parties = direction === 'in' ? payers(sides, name, amount) : payees(sides, name);
  return {
    parties,
    isComplete: direction === 'out' || sides.inputs.every((side) => side?.key !== undefined),
    senders: largestFirst(sumByKey(sides.inputs.filter(isThere)).values()).map(({ key }) => key),
  };
}
