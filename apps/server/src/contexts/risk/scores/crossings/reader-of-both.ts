import { paidMovement, toDisplayHash, toHex } from '@hopscope/chain';
import { chains } from '@hopscope/domain';
import type { Lot, LotConversion, LotReader, Step } from '@hopscope/risk';
import type { BitcoinFlows } from '../bitcoin-flows.ts';
import type { ConvertingTransaction } from '../ethereum-conversions.ts';
import type { EthereumFlows } from '../ethereum-flows.ts';
import { depositsOnEthereum, payoutsOnBitcoin } from './crossings-to-bitcoin.ts';
import { isTrusted } from './trusted-bridge.ts';
import { type AgreedCrossing, agreedCrossings } from '../../../explorer/ethereum/agreed-crossings.ts';

type Found = AgreedCrossing<ConvertingTransaction>;

const bitcoin = chains.bitcoin.coin.symbol;
const isEthereum = ({ id }: Pick<Lot, 'id'>): boolean => id.startsWith('0x');

/** Tests whether a score follows a crossing from a deposit; those that aren't claimed can't be made up. */
const isFollowed = ({ crossing }: Found, deposit: Lot, minimumConfidence: number): boolean =>
  !crossing.claimed || isTrusted(deposit.owner?.label, minimumConfidence);

/** Returns the movement of the payout, with the ID of its lot; undefined if it isn't one. */
function paidBy({ payout: { stored, movements }, crossing }: Found) {
  const number = paidMovement(movements, crossing);
  const movement = number === undefined ? undefined : movements[number];
  const transaction = `0x${toHex(stored.tx.hash)}`;
  return movement && number !== undefined
    ? { transaction, number, movement, id: `${transaction}:${number}` }
    : undefined;
}

/**
 * Returns the Bitcoin deposits that payouts on Ethereum were paid for, by ID of the payout's lot. `txids`: the Bitcoin transactions
 * that the payouts name (internal byte order).
 */
export async function depositsOf(
  flows: BitcoinFlows,
  { payouts, txids }: { payouts: readonly ConvertingTransaction[]; txids: readonly Uint8Array[] },
  minimumConfidence: number,
): Promise<ReadonlyMap<string, LotConversion>> {
  const conversions = new Map<string, LotConversion>();
  if (txids.length === 0) return conversions;
  for (const deposit of await flows.find(txids)) {
    for (const found of agreedCrossings(deposit, payouts)) {
      const lot = flows.lotAt(deposit.position, `${toDisplayHash(deposit.txid)}:${found.output}`);
      const paid = paidBy(found);
      if (!lot || !paid || !isFollowed(found, lot, minimumConfidence)) continue;
      conversions.set(paid.id, {
        asset: found.payout.nameOf(paid.movement),
        basis: 'exact',
        total: paid.movement.amount,
        others: [{ lot, asset: bitcoin, amount: lot.amount, crossing: 0 }],
      });
    }
  }
  return conversions;
}

/** Returns what was paid on Ethereum for Bitcoin deposits, by ID of the deposit's lot. */
async function payoutsOf(
  { flows, ethereum: open }: { flows: BitcoinFlows; ethereum: () => EthereumFlows },
  lots: readonly Lot[],
  minimumConfidence: number,
): Promise<ReadonlyMap<string, LotConversion>> {
  const asked = new Map(lots.map((lot) => [lot.id, lot]));
  const deposits = new Map(
    lots.flatMap(({ id }) => {
      const tx = flows.txOf(id);
      return tx ? [[tx.position, tx] as const] : [];
    }),
  );
  const ethereum = open();
  const payouts = await ethereum.naming([...deposits.values()].map(({ txid }) => txid));
  const found = [...deposits.values()].flatMap((deposit) =>
    agreedCrossings(deposit, payouts).flatMap((one) => {
      const lot = asked.get(`${toDisplayHash(deposit.txid)}:${one.output}`);
      const paid = paidBy(one);
      return lot && paid && isFollowed(one, lot, minimumConfidence)
        ? [{ lot, paid, payout: one.payout }]
        : [];
    }),
  );
  const others = await ethereum.lotsOf(found.map(({ paid }) => paid));
  const conversions = new Map<string, LotConversion>();
  for (const [i, { lot, paid, payout }] of found.entries()) {
    const other = others[i];
    if (!other) continue;
    const side = { lot: other, asset: payout.nameOf(paid.movement), amount: other.amount, crossing: 0 };
    const before = conversions.get(lot.id)?.others ?? [];
    conversions.set(lot.id, {
      asset: bitcoin,
      basis: 'exact',
      total: lot.amount,
      others: [...before, side],
    });
  }
  return conversions;
}

/**
 * Reads lots of both chains. A walk goes on at the other one where both ledgers agree on a crossing (docs/concepts/risk.md): with
 * what was paid on Ethereum for a deposit on Bitcoin, or backward with that deposit. Each ledger is opened when it is needed.
 */
export function readerOfBoth(of: {
  bitcoin: () => BitcoinFlows;
  ethereum: () => EthereumFlows;
  /** Labels of less confidence (0 to 100) don't count. */
  minimumConfidence: number;
}): LotReader {
  const byChain = (lots: readonly Lot[]): { onBitcoin: Lot[]; onEthereum: Lot[] } => {
    const { true: onEthereum = [], false: onBitcoin = [] } = Object.groupBy(lots, (lot) =>
      isEthereum(lot) ? 'true' : 'false',
    );
    return { onBitcoin, onEthereum };
  };
  return {
    // tBTC has a new address for each deposit, which nobody can have labeled; all of them pay to scripts.
    mayCross(lot) {
      const { id } = lot;
      const tx = isEthereum(lot) ? undefined : of.bitcoin().txOf(id);
      const type = tx?.record.outputs[Number(id.slice(id.lastIndexOf(':') + 1))]?.type;
      return type === 'p2wsh' || type === 'p2sh';
    },
    async read(lots, direction, signal) {
      const { onBitcoin, onEthereum } = byChain(lots);
      const steps = new Map<string, Step>();
      const readers = [
        { lots: onBitcoin, flows: of.bitcoin },
        { lots: onEthereum, flows: of.ethereum },
      ];
      for (const { lots: own, flows } of readers) {
        if (own.length === 0) continue;
        for (const [id, step] of await flows().reader.read(own, direction, signal)) steps.set(id, step);
      }
      return steps;
    },
    async conversions(lots, direction) {
      const { onBitcoin, onEthereum } = byChain(lots);
      const { minimumConfidence } = of;
      const crossed: ReadonlyMap<string, LotConversion>[] = [];
      const isForward = direction === 'forward';
      if (onBitcoin.length > 0) {
        const around = { flows: of.bitcoin(), ethereum: of.ethereum };
        crossed.push(
          isForward
            ? await payoutsOf(around, onBitcoin, minimumConfidence)
            : await depositsOnEthereum(around, onBitcoin, minimumConfidence),
        );
      }
      if (onEthereum.length > 0) {
        const ethereum = of.ethereum();
        const own = await ethereum.reader.conversions?.(onEthereum, direction);
        if (own) crossed.push(own);
        if (isForward) {
          crossed.push(
            await payoutsOnBitcoin({ flows: of.bitcoin, ethereum }, onEthereum, minimumConfidence),
          );
        }
      }
      return new Map(crossed.flatMap((each) => [...each]));
    },
  };
}
