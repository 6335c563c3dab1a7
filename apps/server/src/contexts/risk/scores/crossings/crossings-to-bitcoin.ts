import { asksForBitcoin, type Crossing, givenMovements, toDisplayHash, toHex } from '@hopscope/chain';
import { chains } from '@hopscope/domain';
import type { Lot, LotConversion } from '@hopscope/risk';
import type { BitcoinPayout } from '../../../explorer/bitcoin/bitcoin-payouts.ts';
import type { BitcoinFlows } from '../bitcoin-flows.ts';
import type { ConvertingTransaction } from '../ethereum-conversions.ts';
import type { EthereumFlows } from '../ethereum-flows.ts';
import { isTrusted } from './trusted-bridge.ts';

/** Bitcoin's coin as scores name assets. */
const bitcoin = chains.bitcoin.coin.symbol;

interface Flows {
  readonly flows: BitcoinFlows;
  readonly ethereum: EthereumFlows;
}

/** A payout on Bitcoin with its lot, and the movements that can be its deposit, with the IDs of their lots. */
interface Found extends BitcoinPayout<ConvertingTransaction> {
  readonly lot: Lot;
  readonly movements: readonly (Parameters<EthereumFlows['lotsOf']>[0][number] & { readonly id: string })[];
}

/** The movements by which a crossing was given, with the IDs of their lots. */
function depositMovements({ stored, movements }: ConvertingTransaction, crossing: Crossing) {
  const transaction = `0x${toHex(stored.tx.hash)}`;
  return givenMovements(movements, crossing).flatMap((number) => {
    const movement = movements[number];
    return movement ? [{ transaction, number, movement, id: `${transaction}:${number}` }] : [];
  });
}

function foundOf(flows: BitcoinFlows, payouts: readonly BitcoinPayout<ConvertingTransaction>[]): Found[] {
  return payouts.flatMap((one): Found[] => {
    const { txid, position } = one.payout;
    const lot = flows.lotAt(position, `${toDisplayHash(txid)}:${one.output}`);
    const movements = depositMovements(one.deposit, one.crossing);
    return lot && movements.length > 0 ? [{ ...one, lot, movements }] : [];
  });
}

/** Keeps payouts that can't be made up, and those whose vault the directory knows: anyone can name one in a deposit, and pay for it. */
async function trustedOf(
  { ethereum }: Flows,
  found: readonly Found[],
  minimumConfidence: number,
): Promise<Found[]> {
  const labels = await ethereum.labelsOf(found.flatMap(({ crossing: { recipient } }) => recipient ?? []));
  return found.filter(
    ({ crossing: { claimed, recipient } }) =>
      !claimed || (recipient && isTrusted(labels(recipient), minimumConfidence)),
  );
}

/** Returns what was paid on Bitcoin for deposits on Ethereum, by ID of the deposit's lot. */
export async function payoutsOnBitcoin(
  of: { readonly flows: () => BitcoinFlows; readonly ethereum: EthereumFlows },
  lots: readonly Lot[],
  minimumConfidence: number,
): Promise<ReadonlyMap<string, LotConversion>> {
  const deposits = (await of.ethereum.transactionsOf(lots)).filter(({ crossings }) =>
    crossings.some(asksForBitcoin),
  );
  const conversions = new Map<string, LotConversion>();
  if (deposits.length === 0) return conversions;
  const opened = { flows: of.flows(), ethereum: of.ethereum };
  const { flows } = opened;
  const paying = await flows.payingFor(deposits);
  const payouts = await flows.agreedPayouts(paying, await of.ethereum.related(paying));
  const asked = new Map(lots.map((lot) => [lot.id, lot]));
  for (const { deposit, movements, lot } of await trustedOf(
    opened,
    foundOf(flows, payouts),
    minimumConfidence,
  )) {
    for (const { id, movement } of movements) {
      const given = asked.get(id);
      if (!given) continue;
      const others = conversions.get(id)?.others ?? [];
      const other = { lot, asset: bitcoin, amount: lot.amount, crossing: 0 };
      const asset = deposit.nameOf(movement);
      conversions.set(id, { asset, basis: 'exact', total: given.amount, others: [...others, other] });
    }
  }
  return conversions;
}

/** Returns the deposits on Ethereum for which outputs were paid, by ID of the output's lot. */
export async function depositsOnEthereum(
  of: { readonly flows: BitcoinFlows; readonly ethereum: () => EthereumFlows },
  lots: readonly Lot[],
  minimumConfidence: number,
): Promise<ReadonlyMap<string, LotConversion>> {
  const payouts = new Map(
    lots.flatMap(({ id }) => {
      const tx = of.flows.txOf(id);
      return tx ? [[tx.position, tx] as const] : [];
    }),
  );
  const conversions = new Map<string, LotConversion>();
  const opened = { flows: of.flows, ethereum: of.ethereum() };
  const { flows, ethereum } = opened;
  const related = await ethereum.related([...payouts.values()]);
  if (related.length === 0) return conversions;
  const agreed = await flows.agreedPayouts([...payouts.values()], related);
  const trusted = await trustedOf(opened, foundOf(flows, agreed), minimumConfidence);
  const made = await ethereum.lotsOf(trusted.flatMap(({ movements }) => movements.slice(0, 1)));
  const asked = new Set(lots.map(({ id }) => id));
  for (const [i, { deposit, movements, lot }] of trusted.entries()) {
    const [given, movement] = [made[i], movements[0]?.movement];
    if (!given || !movement || !asked.has(lot.id)) continue;
    const others = conversions.get(lot.id)?.others ?? [];
    const other = { lot: given, asset: deposit.nameOf(movement), amount: given.amount, crossing: 0 };
    conversions.set(lot.id, {
      asset: bitcoin,
      basis: 'exact',
      total: lot.amount,
      others: [...others, other],
    });
  }
  return conversions;
}
