import { type Movement, toHex } from '@hopscope/chain';
import {
  type Direction,
  type Lot,
  type LotConversion,
  type LotReader,
  type Owner,
  receiptsOf,
  type Step,
} from '@hopscope/risk';
import type { EthereumState, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { readEthereumAccount, readEthereumBlocks, readHoldings } from '../../../ledger/ethereum/reader.ts';
import type { FoundTx } from '../../../ledger/bitcoin/lookups.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { blockAt, movementsOfStored } from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import {
  type ConvertingTransaction,
  createEthereumConversions,
  type LotsOf,
  mayConvert,
  nameOfAsset,
  type RiskAsset,
} from './ethereum-conversions.ts';
import {
  type AccountPast,
  assetOfLot,
  ethereumEvent,
  ethereumLot,
  type PastWanted,
  type PooledAccount,
  sidesOf,
} from './ethereum-pasts.ts';
import { createMixerLinks } from './mixer-links.ts';
import type { Owners, RiskState } from './owners.ts';

/** Maximum number of assets searched per account. */
const mostHoldings = 10_000;

/**
 * Ethereum's ledger as walks read it, at one state: movements are lots, an account with one asset mixes them. `asset`: of the
 * roots; conversions lead to others. `movements`: those of an account above which it is not read. `fromGenesis`: accounts had
 * nothing before the lowest block. `depositsOf`: returns what payouts were paid for on another chain, by ID of the lot.
 */
export function createEthereumFlows(
  state: RiskState,
  options: {
    owners: Owners;
    movements: number;
    asset: RiskAsset;
    fromGenesis: boolean;
    chainId: bigint;
    /** How often heuristics have to be right whose links through mixers are followed, in parts per million; 0: none are. */
    mixerLinks?: { readonly least: number; readonly state: EthereumState };
    depositsOf?: (
      payouts: readonly ConvertingTransaction[],
      txids: readonly Uint8Array[],
    ) => Promise<ReadonlyMap<string, LotConversion>>;
  },
) {
  const { session, height, reads } = state;
  const { owners, movements, asset, fromGenesis, chainId, depositsOf, mixerLinks } = options;
  const limits = { height, movements, fromGenesis };
  const pasts = new Map<string, PooledAccount['past']>();
  const conversions = createEthereumConversions(session, { lotsOf, chainId });

  const throughMixers =
    mixerLinks && mixerLinks.least > 0
      ? createMixerLinks(session, { ...mixerLinks, height, chainId, lotsOf })
      : undefined;

  const ownersOf = (moved: readonly Movement[]) => owners.read(moved.flatMap(sidesOf));

  async function lotsOf(asked: Parameters<LotsOf>[0]): Promise<readonly Lot[]> {
    const known = await ownersOf(asked.map(({ movement }) => movement));
    return asked.map(({ transaction, number, movement }) =>
      ethereumLot(transaction, number, movement, known),
    );
  }

  const nameOf = ({ address, asset: of }: PastWanted): string => `${address} ${nameOfAsset(of)}`;

  async function readPasts(wanted: readonly PastWanted[]): Promise<void> {
    const missing = new Map<string, PastWanted>();
    for (const each of wanted) if (!pasts.has(nameOf(each))) missing.set(nameOf(each), each);
    if (missing.size === 0) return;
    const found = await reads.pasts([...missing.values()], limits, owners.readAll);
    for (const [i, name] of [...missing.keys()].entries()) {
      const one = found[i];
      if (!one) continue;
      pasts.set(name, one.past);
      owners.note(one);
      conversions.meet(one.converting);
    }
  }

  const sideOf = (lot: Lot, direction: Direction): Owner | undefined =>
    direction === 'backward' ? lot.from : lot.owner;

  function stepOf(lot: Lot, direction: Direction): Step {
    const owner = sideOf(lot, direction);
    if (!owner) return { is: 'end', end: direction === 'backward' ? 'mined' : 'burnt' };
    const past = pasts.get(nameOf({ address: owner.address, asset: assetOfLot(lot) })) ?? 'unseen';
    if (past === 'hub') return { is: 'hub' };
    return past === 'unseen' ? { is: 'not_in_ledger' } : { is: 'pool', pool: past.pool };
  }

  const reader: LotReader = {
    async read(lots: readonly Lot[], direction: Direction) {
      await readPasts(
        lots.flatMap((lot) => {
          const owner = sideOf(lot, direction);
          return owner ? [{ address: owner.address, asset: assetOfLot(lot) }] : [];
        }),
      );
      return new Map(lots.map((lot) => [lot.id, stepOf(lot, direction)]));
    },
    conversions: conversionsOf,
  };

  /** What lots became in their transactions, or on another chain before. */
  async function conversionsOf(
    lots: readonly Lot[],
    direction: Direction,
  ): Promise<ReadonlyMap<string, LotConversion>> {
    const linked = (await throughMixers?.(lots, direction)) ?? [];
    const found = new Map([...(await conversions.of(lots, direction)), ...linked]);
    if (!depositsOf || direction === 'forward') return found;
    const payouts = (await conversions.transactionsOf(lots)).filter(({ crossings }) => crossings.length > 0);
    if (payouts.length === 0) return found;
    return new Map([...found, ...(await depositsOf(payouts, await conversions.named(payouts)))]);
  }

  /** Created and destroyed tokens count as moved if they became another asset, or were one before. */
  async function movedOf(lots: readonly Lot[]): Promise<Lot[]> {
    const open = lots.filter(({ from, owner }) => !from || !owner);
    const converted = new Set<string>();
    for (const direction of ['backward', 'forward'] as const) {
      for (const id of (await conversionsOf(open, direction)).keys()) converted.add(id);
    }
    return lots.filter(({ id, from, owner }) => (from && owner) || converted.has(id));
  }

  return {
    reader,
    lotsOf,

    /** Reads transactions up to the state's height that name Bitcoin transactions (txids in internal byte order). */
    naming: (txids: readonly Uint8Array[]) => conversions.naming(txids, height),

    /** Reads the labels of accounts; returns that of one of them. */
    async labelsOf(accounts: readonly Uint8Array[]) {
      const read = await owners.read(accounts);
      return (account: Uint8Array) => read.get(byteKey(account))?.label;
    },

    /** Reads transactions up to the state's height that payouts on Bitcoin can be for, with those that say so. */
    related: (payouts: readonly FoundTx[]) => conversions.related(payouts, height),

    /** The transactions of lots that may have become something else in them, or on another chain. */
    transactionsOf: conversions.transactionsOf,

    /** Reads the history of an address; `hub` if it is too long, `unseen` if there is none. */
    async past({ address }: Owner): Promise<PooledAccount['past']> {
      await readPasts([{ address, asset }]);
      return pasts.get(nameOf({ address, asset })) ?? 'unseen';
    },

    /** Everything that an account received of the asset; for those that are too long to be read, of now. */
    async received(key: Uint8Array): Promise<bigint> {
      const account = await readEthereumAccount(session, key);
      const holdings = account ? await readHoldings(session, account, { limit: mostHoldings }) : [];
      const wanted = asset === 'ether' ? null : byteKey(asset);
      const holding = holdings.find(
        ({ asset: token }) => (token ? byteKey(token.contract) : null) === wanted,
      );
      return holding?.received ?? 0n;
    },

    /** What a transaction moves between accounts. */
    async transfersOf(stored: StoredEthereumTx): Promise<Lot[]> {
      const { position } = stored;
      const blocks = await readEthereumBlocks(session, [heightOf(position)]);
      const block = blockAt(blocks, position);
      const wanted = asset === 'ether' ? null : byteKey(asset);
      const all = movementsOfStored(stored, block);
      const transaction = `0x${toHex(stored.tx.hash)}`;
      if (mayConvert(stored, all)) conversions.meet([[transaction, position]]);
      const known = await ownersOf(all);
      return movedOf(
        all.flatMap((movement, number) => {
          if ((movement.token ? byteKey(movement.token) : null) !== wanted) return [];
          const row = { movement: number };
          const event = ethereumEvent({ row, movement, movements: all, block, stored }, known);
          return event?.kind === 'transfer' ? [event.lot] : [];
        }),
      );
    },

    /** What an account received from others, or for another asset, as roots of walks. */
    receipts: ({ pool }: AccountPast, owner: Owner): Promise<Lot[]> => movedOf(receiptsOf(pool, owner.id)),
  };
}

export type EthereumFlows = ReturnType<typeof createEthereumFlows>;
