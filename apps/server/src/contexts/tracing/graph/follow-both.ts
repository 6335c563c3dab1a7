import { bitcoinChain, fromDisplayHash, fromHex, toDisplayHash } from '@hopscope/chain';
import type { Direction, Lot, LotConversion, Step } from '@hopscope/risk';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import { type AgreedCrossing, agreedCrossings } from '../../explorer/ethereum/agreed-crossings.ts';
import type {
  BitcoinFollow,
  CrossedTransaction,
  CrossingSides,
  EthereumFollow,
  FollowLedger,
} from './follow-ledger.ts';

/** Bitcoin and its coin as asset names of traces. */
const bitcoin = 'bitcoin';
const ethereumChain = { id: 1, name: 'Ethereum' };

const isEthereum = ({ id }: Pick<Lot, 'id'>): boolean => id.startsWith('0x');

type Found = AgreedCrossing<CrossedTransaction>;

/**
 * Reads both ledgers for a trace that continues on the other chain where a bridge's payout on Ethereum names a deposit on Bitcoin,
 * and both agree (docs/concepts/crossings.md).
 */
export function createFollowBoth(
  of: { readonly bitcoin: BitcoinFollow; readonly ethereum: EthereumFollow },
  { start, direction }: { readonly start: 'bitcoin' | 'ethereum'; readonly direction: Direction },
): FollowLedger {
  const crossed = new Map<string, LotConversion>();
  /** Crossings whose other side is no movement: lots that end there. */
  const ended = new Map<string, number>();
  const sides: (CrossingSides & { readonly account: string | null })[] = [];

  function sidesOf({ deposit, payout, crossing, proof, output }: Found, asset: string): number {
    const { protocol, recipient, amount } = crossing;
    const account = recipient && addressOf(recipient);
    const gave = {
      by: of.bitcoin.movedBy(deposit),
      asset: bitcoin,
      amount: deposit.record.outputs[output]?.value ?? 0n,
    };
    const got = { by: payout.by, asset, amount: amount ?? 0n };
    sides.push({ protocol, proof, output, gave, got, account });
    return sides.length - 1;
  }

  /** Notes where deposits lead. */
  async function lookAhead(): Promise<void> {
    const deposits = of.bitcoin.reached();
    const payouts = await of.ethereum.naming(deposits.map(({ txid }) => fromHex(toDisplayHash(txid))));
    if (payouts.length === 0) return;
    for (const deposit of deposits) {
      for (const [output, found] of Map.groupBy(agreedCrossings(deposit, payouts), (each) => each.output)) {
        const lot = of.bitcoin.outputOf(deposit, output);
        if (!lot?.owner) continue;
        const arrived = found.flatMap((each) => {
          const paid = of.ethereum.payoutOf(each.payout.by.transaction, each.crossing);
          return paid ? [{ found: each, ...paid }] : [];
        });
        const [only] = found;
        if (arrived.length > 0) {
          crossed.set(lot.id, {
            asset: bitcoin,
            basis: 'exact',
            total: lot.amount,
            others: arrived.map(({ found: one, lot: other, asset }) => ({
              lot: other,
              asset,
              amount: other.amount,
              crossing: sidesOf(one, asset),
            })),
          });
        } else if (only) ended.set(lot.id, sidesOf(only, bitcoin));
      }
    }
  }

  /** Notes which deposits payouts are for. */
  async function lookBack(): Promise<void> {
    const payouts = of.ethereum.reached();
    const named = new Map(
      payouts.flatMap(({ crossings }) =>
        crossings.flatMap(({ direction: way, transaction }) => {
          const txid = way === 'in' && transaction !== null ? fromDisplayHash(transaction) : undefined;
          return txid ? [[byteKey(txid), txid] as const] : [];
        }),
      ),
    );
    if (named.size === 0) return;
    for (const deposit of await of.bitcoin.find([...named.values()])) {
      for (const found of agreedCrossings(deposit, payouts)) {
        const paid = of.ethereum.payoutOf(found.payout.by.transaction, found.crossing);
        const lot = of.bitcoin.outputOf(deposit, found.output);
        if (!paid || !lot?.owner) continue;
        crossed.set(paid.lot.id, {
          asset: paid.asset,
          basis: 'exact',
          total: paid.lot.amount,
          others: [{ lot, asset: bitcoin, amount: lot.amount, crossing: sidesOf(found, paid.asset) }],
        });
      }
    }
  }

  const look = direction === 'forward' ? lookAhead : lookBack;
  const ledgerOf = (lot: Lot): FollowLedger => (isEthereum(lot) ? of.ethereum : of.bitcoin);
  return {
    reader: {
      async read(lots, way, signal) {
        const steps = new Map<string, Step>();
        for (const [ledger, own] of Map.groupBy(lots, ledgerOf)) {
          for (const [id, step] of await ledger.reader.read(own, way, signal)) steps.set(id, step);
        }
        await look();
        return steps;
      },
      conversion: (lot, way) => crossed.get(lot.id) ?? ledgerOf(lot).reader.conversion?.(lot, way),
      crossing: (lot) => ended.get(lot.id) ?? ledgerOf(lot).reader.crossing?.(lot),
    },
    async roots(place, about) {
      const roots = await of[start].roots(place, about);
      await look();
      return roots;
    },
    timeOf: (lot) => ledgerOf(lot).timeOf(lot),
    moveOf: (lot, from, to) => ledgerOf(lot).moveOf(lot, from, to),
    crossingOf(transaction, number) {
      if (!transaction.startsWith('0x')) {
        const { protocol, account } = sides[number] ?? {};
        return protocol === undefined
          ? undefined
          : { protocol, chain: ethereumChain, account: account ?? null };
      }
      if (direction === 'forward') return of.ethereum.crossingOf?.(transaction, number);
      const { protocol } = sides[number] ?? {};
      return protocol === undefined ? undefined : { protocol, chain: bitcoinChain, account: null };
    },
    bothSidesOf: (number) => sides[number],
    convertedOf: (...about) => of.ethereum.convertedOf?.(...about),
    assetOf: (name) => (name === bitcoin ? of.bitcoin : of.ethereum).assetOf(name),
  };
}
