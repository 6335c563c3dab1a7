import type { ConversionRecord } from '@hopscope/contract/flow-document';
import { chains } from '@hopscope/domain';
import type { PathEdge } from '@hopscope/risk';
import { assetName, type Move } from '../graph/moves.ts';
import type { AddressRef } from '../graph/open-tracing.ts';

/** An address with one of its assets: the chain for its coin, or else the contract. */
export interface Place extends AddressRef {
  readonly asset: string;
}

/** Returns a place as searches name it; addresses contain no space. */
export const placeName = ({ address, asset }: Pick<Place, 'address' | 'asset'>): string =>
  `${address} ${asset}`;

/** Returns the address and the asset of a place's name. */
export function partsOfPlace(name: string): { address: string; asset: string } {
  const space = name.indexOf(' ');
  return { address: name.slice(0, space), asset: name.slice(space + 1) };
}

/** A step of a path with what is drawn for it, in order: a transfer, a conversion, or a transfer to a bridge with its crossing. */
export interface Edge extends PathEdge {
  /** Equal for the same step. */
  readonly id: string;
  readonly transfer: Move | undefined;
  readonly conversion: ConversionRecord | undefined;
  /** Seconds since 1970, when it began and when it arrived. */
  readonly times: readonly [number, number];
  readonly coinJoin: boolean;
}

/** Order numbers in one transaction of Ethereum. */
const ordersOfTx = 1024;
const orderIn = (position: number, number: number): number =>
  position * ordersOfTx + Math.min(number, ordersOfTx - 1);

/** Order of a transfer: outputs of one Bitcoin transaction are simultaneous; movements of Ethereum are sequential. */
export function orderOf({ by, number, asset }: Pick<Move, 'by' | 'number' | 'asset'>): number {
  return chains[asset.chain].model === 'utxo' ? by.position : orderIn(by.position, number);
}

export function transferEdge(move: Move): Edge {
  const { by, number, from, to, amount, asset } = move;
  const order = orderOf(move);
  const name = assetName(asset);
  return {
    id: `${by.transaction}:${number} ${from} ${to}`,
    from: placeName({ address: from, asset: name }),
    to: placeName({ address: to, asset: name }),
    amount,
    got: amount,
    order,
    arrives: order,
    transfer: move,
    conversion: undefined,
    times: [by.time, by.time],
    coinJoin: by.coinJoin,
  };
}

/** An amount that became another asset within a transaction: after the transfers of earlier ones, before those of later ones. */
export function conversionEdge(
  record: ConversionRecord,
  { amount, got, position, time }: { amount: bigint; got: bigint; position: number; time: number },
): Edge {
  const addressOf = (node: string): string => node.slice(node.indexOf(':') + 1);
  return {
    id: record.id,
    from: placeName({ address: addressOf(record.from), asset: assetName(record.gave.asset) }),
    to: placeName({ address: addressOf(record.to), asset: assetName(record.got.asset) }),
    amount,
    got,
    order: orderIn(position, 0),
    arrives: orderIn(position, ordersOfTx - 1),
    transfer: undefined,
    conversion: record,
    times: [time, time],
    coinJoin: false,
  };
}

/** A transfer to a bridge with what was paid for it on the other chain. `arrives`: of the payout, whose time is `time`. */
export function crossingEdge(
  deposit: Move,
  record: ConversionRecord,
  payout: { readonly to: string; readonly amount: bigint; readonly arrives: number; readonly time: number },
): Edge {
  const { whole, amount, by } = deposit;
  return {
    ...transferEdge(deposit),
    id: `${record.id} ${deposit.from}`,
    to: placeName({ address: payout.to, asset: assetName(record.got.asset) }),
    got: whole === 0n ? 0n : (payout.amount * amount) / whole,
    arrives: payout.arrives,
    conversion: record,
    times: [by.time, payout.time],
  };
}
