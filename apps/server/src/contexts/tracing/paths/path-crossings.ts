import { asksForBitcoin, toDisplayHash } from '@hopscope/chain';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import type { BitcoinPayout } from '../../explorer/bitcoin/bitcoin-payouts.ts';
import { type AgreedCrossing, agreedCrossings } from '../../explorer/ethereum/agreed-crossings.ts';
import { createBitcoinFollow } from '../graph/bitcoin-follow.ts';
import { createAddressNames, payersOfOutput } from '../graph/bitcoin-moves.ts';
import { conversionRecord } from '../graph/conversion-record.ts';
import { createEthereumFollow } from '../graph/ethereum-follow.ts';
import type { CrossedTransaction } from '../graph/follow-ledger.ts';
import { snapshotOf, type TracedChains } from '../graph/follow-ledgers.ts';
import { coinAssets, nodeId } from '../graph/moves.ts';
import { crossingEdge, type Edge, orderOf } from './path-edges.ts';

/** What a round of a search read. */
export interface RoundRead {
  readonly bitcoin: readonly FoundTx[];
  readonly ethereum: readonly CrossedTransaction[];
}

/** Finds steps over bridges, where both ledgers agree (docs/concepts/crossings.md), from the transactions that a search reads. */
export function createPathCrossings(chains: TracedChains) {
  const onBitcoin = snapshotOf(chains, 'bitcoin');
  const bitcoin = createBitcoinFollow(onBitcoin);
  const ethereum = createEthereumFollow(snapshotOf(chains, 'ethereum'), {
    asset: 'ethereum',
    conversions: false,
  });
  const nameOf = createAddressNames(onBitcoin);

  /** A deposit on Bitcoin by all who paid it, to what was paid for it. */
  function fromBitcoin({
    deposit,
    payout,
    crossing,
    proof,
    output,
  }: AgreedCrossing<CrossedTransaction>): Edge[] {
    const paid = ethereum.payoutOf(payout.by.transaction, crossing);
    const sent = bitcoin.outputOf(deposit, output);
    const [vault, to] = [sent?.owner?.address, paid?.lot.owner?.address];
    const payers = payersOfOutput(deposit, output, nameOf);
    if (!paid || !sent || vault === undefined || to === undefined || !payers) return [];
    const move = ethereum.moveOf(paid.lot, paid.lot.from?.address ?? to, to);
    if (!move) return [];
    const by = bitcoin.movedBy(deposit);
    const record = conversionRecord({
      from: nodeId('bitcoin', vault),
      to: nodeId('ethereum', to),
      gave: { asset: coinAssets.bitcoin, amount: sent.amount, by },
      got: { asset: move.asset, amount: paid.lot.amount, by: payout.by },
      basis: 'exact',
      crossing: { protocol: crossing.protocol, proof, output },
    });
    const arrived = { to, amount: paid.lot.amount, arrives: orderOf(move), time: payout.by.time };
    return [...payers].flatMap(([from, amount]) => {
      const whole = sent.amount;
      const transfer = { by, number: output, from, to: vault, amount, whole, asset: coinAssets.bitcoin };
      return amount === 0n ? [] : [crossingEdge(transfer, record, arrived)];
    });
  }

  /** A deposit on Ethereum to what was paid for it on Bitcoin. */
  function toBitcoin({
    deposit,
    payout,
    crossing,
    proof,
    output,
  }: BitcoinPayout<CrossedTransaction>): Edge[] {
    const { transaction } = deposit.by;
    const [given] = ethereum.givenFor(transaction, crossing);
    const paid = bitcoin.outputOf(payout, output);
    const [from, into, to] = [given?.lot.from?.address, given?.lot.owner?.address, paid?.owner?.address];
    if (!given || !paid || from === undefined || to === undefined) return [];
    // Destroyed tokens go to nobody.
    const place = into ?? from;
    const move = ethereum.moveOf(given.lot, from, place);
    if (!move) return [];
    const by = bitcoin.movedBy(payout);
    const record = conversionRecord({
      from: nodeId('ethereum', place),
      to: nodeId('bitcoin', to),
      gave: { asset: move.asset, amount: given.lot.amount, by: deposit.by },
      got: { asset: coinAssets.bitcoin, amount: paid.amount, by },
      basis: 'exact',
      crossing: { protocol: crossing.protocol, proof, output },
    });
    const arrived = { to, amount: paid.amount, arrives: payout.position, time: by.time };
    const edge = crossingEdge(move, record, arrived);
    return [into === undefined ? { ...edge, transfer: undefined } : edge];
  }

  /** Deposits on Bitcoin that were read, or that payouts on Ethereum name. */
  async function depositsOnBitcoin({ bitcoin: txs, ethereum: crossed }: RoundRead): Promise<Edge[]> {
    const named = await ethereum.named(crossed);
    const payouts = await ethereum.naming(txs.map(({ txid }) => txid));
    const paid = new Map([...crossed, ...payouts].map((one) => [one.by.transaction, one]));
    const paying = new Set(
      payouts.flatMap(({ crossings }) => crossings.map(({ transaction }) => transaction)),
    );
    const wanted = new Map(named.map((txid) => [byteKey(txid), txid]));
    for (const { txid } of txs) if (paying.has(toDisplayHash(txid))) wanted.set(byteKey(txid), txid);
    if (wanted.size === 0) return [];
    const deposits = await bitcoin.find([...wanted.values()]);
    return deposits.flatMap((deposit) => agreedCrossings(deposit, [...paid.values()]).flatMap(fromBitcoin));
  }

  /** Payouts on Bitcoin that were read, or that deposits on Ethereum ask for. */
  async function payoutsOnBitcoin({ bitcoin: txs, ethereum: crossed }: RoundRead): Promise<Edge[]> {
    const asking = crossed.filter(({ crossings }) => crossings.some(asksForBitcoin));
    const paying = await bitcoin.payingFor(asking);
    const payouts = [...new Map([...txs, ...paying].map((tx) => [tx.position, tx])).values()];
    const related = payouts.length === 0 ? [] : await ethereum.related(payouts);
    if (related.length === 0) return [];
    const agreed = await bitcoin.agreedPayouts(payouts, related);
    // As traces read them, with the owners of their outputs.
    await bitcoin.find(agreed.map(({ payout }) => payout.txid));
    return agreed.flatMap(toBitcoin);
  }

  return {
    /** Prepares transactions of Ethereum by hash (32 bytes each), so that their crossings are known. */
    crossed: (hashes: readonly Uint8Array[]): Promise<CrossedTransaction[]> => ethereum.find(hashes),

    /** Returns the steps over bridges of what was read, in both directions. */
    async edgesOf(read: RoundRead): Promise<Edge[]> {
      return [...(await depositsOnBitcoin(read)), ...(await payoutsOnBitcoin(read))];
    },
  };
}
