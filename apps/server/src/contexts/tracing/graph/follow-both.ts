import { bitcoinChain } from '@hopscope/chain';
import type { Direction, Lot, LotConversion, Step } from '@hopscope/risk';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import type { BitcoinPayout } from '../../explorer/bitcoin/bitcoin-payouts.ts';
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

/** Where a lot left to or came from, with both sides where they are known. */
interface FoundCrossing {
  readonly left: NonNullable<ReturnType<NonNullable<FollowLedger['crossingOf']>>>;
  readonly both?: CrossingSides;
}

interface AssetLot {
  readonly lot: Lot;
  readonly asset: string;
}

/**
 * Reads both ledgers for a trace that continues on the other chain where a bridge's payout names its deposit, and both agree
 * (docs/concepts/crossings.md).
 */
export function createFollowBoth(
  of: { readonly bitcoin: BitcoinFollow; readonly ethereum: EthereumFollow },
  { start, direction }: { readonly start: 'bitcoin' | 'ethereum'; readonly direction: Direction },
): FollowLedger {
  const isForward = direction === 'forward';
  const crossed = new Map<string, LotConversion>();
  /** Crossings by which lots ended: their other side is no movement, or on a third chain. */
  const ended = new Map<string, number>();
  const found: FoundCrossing[] = [];

  const note = (crossing: FoundCrossing): number => found.push(crossing) - 1;

  /** Continues from a lot of one chain with lots of the other. */
  function connect({ lot, asset }: AssetLot, others: readonly (AssetLot & { crossing: number })[]): void {
    const before = crossed.get(lot.id)?.others ?? [];
    const known = new Set(before.map((other) => other.lot.id));
    const fresh = others.flatMap((other) =>
      known.has(other.lot.id) ? [] : [{ ...other, amount: other.lot.amount }],
    );
    crossed.set(lot.id, { asset, basis: 'exact', total: lot.amount, others: [...before, ...fresh] });
  }

  /** Notes a crossing from Bitcoin; without what was paid for it, only where it leads. */
  function noteFromBitcoin(one: AgreedCrossing<CrossedTransaction>, paid?: AssetLot): number {
    const { deposit, payout, crossing, proof, output } = one;
    const { protocol, recipient } = crossing;
    const sent = deposit.record.outputs[output]?.value ?? 0n;
    const left = isForward
      ? { protocol, chain: ethereumChain, account: recipient && addressOf(recipient) }
      : { protocol, chain: bitcoinChain, account: null };
    if (!paid) return note({ left });
    return note({
      left,
      both: {
        protocol,
        proof,
        output,
        gave: { by: of.bitcoin.movedBy(deposit), asset: bitcoin, amount: sent },
        got: { by: payout.by, asset: paid.asset, amount: paid.lot.amount },
      },
    });
  }

  function noteToBitcoin(one: BitcoinPayout<CrossedTransaction>, asset: string): number {
    const { deposit, payout, crossing, proof, output } = one;
    const { protocol, account, amount } = crossing;
    const paid = payout.record.outputs[output]?.value ?? 0n;
    const left = isForward
      ? { protocol, chain: bitcoinChain, account }
      : { protocol, chain: ethereumChain, account: null };
    return note({
      left,
      both: {
        protocol,
        proof,
        output,
        gave: { by: deposit.by, asset, amount: amount ?? 0n },
        got: { by: of.bitcoin.movedBy(payout), asset: bitcoin, amount: paid },
      },
    });
  }

  /** Returns what transactions on Bitcoin paid for what was given on Ethereum, with the lots of both sides. */
  async function paidFor(payouts: readonly FoundTx[]) {
    const related = payouts.length === 0 ? [] : await of.ethereum.related(payouts);
    if (related.length === 0) return [];
    return (await of.bitcoin.agreedPayouts(payouts, related)).flatMap((one) => {
      const lot = of.bitcoin.outputOf(one.payout, one.output);
      const given = of.ethereum.givenFor(one.deposit.by.transaction, one.crossing);
      return lot?.owner ? [{ one, lot, given }] : [];
    });
  }

  /** Notes where deposits on Bitcoin lead. */
  async function lookAheadOfBitcoin(): Promise<void> {
    const deposits = of.bitcoin.reached();
    const payouts = await of.ethereum.naming(deposits.map(({ txid }) => txid));
    if (payouts.length === 0) return;
    for (const deposit of deposits) {
      for (const [output, each] of Map.groupBy(agreedCrossings(deposit, payouts), (one) => one.output)) {
        const lot = of.bitcoin.outputOf(deposit, output);
        if (!lot?.owner) continue;
        const arrived = each.flatMap((one) => {
          const paid = of.ethereum.payoutOf(one.payout.by.transaction, one.crossing);
          return paid ? [{ ...paid, crossing: noteFromBitcoin(one, paid) }] : [];
        });
        const [only] = each;
        if (arrived.length > 0) connect({ lot, asset: bitcoin }, arrived);
        else if (only) ended.set(lot.id, noteFromBitcoin(only));
      }
    }
  }

  /** Notes which deposits on Bitcoin payouts are for. */
  async function lookBackFromEthereum(payouts: readonly CrossedTransaction[]): Promise<void> {
    const named = await of.ethereum.named(payouts);
    if (named.length === 0) return;
    for (const deposit of await of.bitcoin.find(named)) {
      for (const one of agreedCrossings(deposit, payouts)) {
        const paid = of.ethereum.payoutOf(one.payout.by.transaction, one.crossing);
        const lot = of.bitcoin.outputOf(deposit, one.output);
        if (!paid || !lot?.owner) continue;
        connect(paid, [{ lot, asset: bitcoin, crossing: noteFromBitcoin(one, paid) }]);
      }
    }
  }

  /** Notes what was paid on Bitcoin for deposits on Ethereum. */
  async function lookAheadOfEthereum(): Promise<void> {
    const payouts = await of.bitcoin.payingFor(of.ethereum.reached());
    for (const { one, lot, given } of await paidFor(payouts)) {
      for (const deposit of given) {
        const crossing = noteToBitcoin(one, deposit.asset);
        connect(deposit, [{ lot, asset: bitcoin, crossing }]);
      }
    }
  }

  /** Notes which deposits on Ethereum payouts on Bitcoin are for. */
  async function lookBackFromBitcoin(): Promise<void> {
    for (const { one, lot, given } of await paidFor(of.bitcoin.reached())) {
      const [deposit] = given;
      if (!deposit) continue;
      connect({ lot, asset: bitcoin }, [{ ...deposit, crossing: noteToBitcoin(one, deposit.asset) }]);
    }
  }

  async function look(): Promise<void> {
    if (isForward) {
      await lookAheadOfBitcoin();
      return lookAheadOfEthereum();
    }
    await lookBackFromEthereum(of.ethereum.reached());
    return lookBackFromBitcoin();
  }

  const ledgerOf = (lot: Lot): FollowLedger => (isEthereum(lot) ? of.ethereum : of.bitcoin);

  /** The crossing by which a lot left for a third chain, or without a known movement on the other. */
  function endOf(lot: Lot): number | undefined {
    if (crossed.has(lot.id)) return undefined;
    const known = ended.get(lot.id);
    const number = known === undefined ? ledgerOf(lot).reader.crossing?.(lot) : undefined;
    const left = number === undefined ? undefined : ledgerOf(lot).crossingOf?.(lot.transaction, number);
    if (!left) return known;
    const noted = note({ left });
    ended.set(lot.id, noted);
    return noted;
  }

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
      crossing: endOf,
    },
    async roots(place, about) {
      const roots = await of[start].roots(place, about);
      await look();
      return roots;
    },
    timeOf: (lot) => ledgerOf(lot).timeOf(lot),
    moveOf: (lot, from, to) => ledgerOf(lot).moveOf(lot, from, to),
    crossingOf: (_transaction, number) => found[number]?.left,
    bothSidesOf: (number) => found[number]?.both,
    convertedOf: (...about) => of.ethereum.convertedOf?.(...about),
    assetOf: (name) => (name === bitcoin ? of.bitcoin : of.ethereum).assetOf(name),
  };
}
