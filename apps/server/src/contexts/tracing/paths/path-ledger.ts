import { asksForBitcoin, type Crossing } from '@hopscope/chain';
import { type Blockchain, chainOf, chains as allChains } from '@hopscope/domain';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { readTimes } from '../../../ledger/bitcoin/accounts/days.ts';
import { type FoundTx, readTxsAt } from '../../../ledger/bitcoin/lookups.ts';
import { readAccounts, readNewestEntries } from '../../../ledger/bitcoin/accounts/many-histories.ts';
import { readNewestMovements } from '../../../ledger/ethereum/accounts/many-movements.ts';
import { readEthereumAccount, readHoldings } from '../../../ledger/ethereum/reader.ts';
import { parseEthereumAccount } from '../../../lib/identifiers.ts';
import { crossingsOfStored } from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import { createAddressNames, movesOfAddress } from '../graph/bitcoin-moves.ts';
import { movesOf, readFound } from '../graph/ethereum-moves.ts';
import { snapshotOf, type TracedChains } from '../graph/follow-ledgers.ts';
import { assetName, coinAssets } from '../graph/moves.ts';
import type { AddressRef, TracingSnapshot } from '../graph/open-tracing.ts';
import { conversionEdges } from './path-conversions.ts';
import { createPathCrossings } from './path-crossings.ts';
import { type Edge, type Place, placeName, transferEdge } from './path-edges.ts';

/** What was left out of a place. */
export interface Skipped {
  /** True if the place has more transactions than are read of one: these are the newest ones. */
  readonly partly: boolean;
  readonly coinJoins: number;
  readonly tooLarge: number;
}

interface ChainRead {
  readonly edges: readonly Edge[];
  /** By name of the place; none of a place that isn't in the ledger. */
  readonly skipped: ReadonlyMap<string, Skipped>;
}

/** Most assets of an end that are searched. */
const mostAssets = 100;

function bitcoinReader(tracing: TracingSnapshot) {
  const { session, height } = tracing;
  const nameOf = createAddressNames(tracing);
  return async (places: readonly Place[], most: number): Promise<ChainRead & { txs: readonly FoundTx[] }> => {
    const accounts = await readAccounts(
      session,
      places.map(({ key }) => key),
    );
    // One more than needed, to know whether there are more at the state, not now.
    const grown = tracing.newest ? most + 1 : Number.MAX_SAFE_INTEGER;
    const entries = await readNewestEntries(session, [...accounts.values()], grown);
    const own = places.flatMap((place) => {
      const account = accounts.get(byteKey(place.key));
      if (!account) return [];
      const all = (entries.get(account.id) ?? []).filter(({ position }) => heightOf(position) <= height);
      const positions = all.slice(-most).map(({ position }) => position);
      return [{ place, positions, partly: all.length > most }];
    });
    const positions = [...new Set(own.flatMap((one) => one.positions))];
    const txs = await readTxsAt(session, positions);
    const byPosition = new Map(txs.map((tx) => [tx.position, tx]));
    const times = await readTimes(session, positions.map(heightOf));
    const edges: Edge[] = [];
    const skipped = new Map<string, Skipped>();
    for (const { place, positions: at, partly } of own) {
      const found = at.flatMap((position) => {
        const tx = byPosition.get(position);
        return tx ? [movesOfAddress(tx, byteKey(place.key), { nameOf, times, change: false })] : [];
      });
      for (const { moves } of found) edges.push(...moves.map(transferEdge));
      skipped.set(placeName(place), {
        partly,
        coinJoins: found.filter(({ by }) => by.coinJoin).length,
        tooLarge: found.filter(({ tooLarge }) => tooLarge).length,
      });
    }
    return { edges, skipped, txs };
  };
}

/** Tests whether the other side of a crossing can be in the ledger of Bitcoin. */
const isWithBitcoin = (crossing: Crossing): boolean =>
  crossing.transaction !== null || asksForBitcoin(crossing);

const keyOfAsset = (asset: string): 'ether' | Uint8Array =>
  asset === assetName(coinAssets.ethereum) ? 'ether' : parseEthereumAccount(asset).bytes;

function ethereumReader(tracing: TracingSnapshot, conversions: boolean) {
  const { session, height, newest } = tracing;
  return async (
    places: readonly Place[],
    most: number,
  ): Promise<ChainRead & { crossed: readonly Uint8Array[] }> => {
    const found = await readNewestMovements(
      session,
      places.map(({ key, asset }) => ({ key, asset: keyOfAsset(asset) })),
      newest ? most + 1 : Number.MAX_SAFE_INTEGER,
    );
    const own = places.flatMap((place, i) => {
      const rows = (found[i]?.rows ?? []).filter(({ position }) => heightOf(position) <= height);
      return [{ place, rows: rows.slice(-most), partly: rows.length > most }];
    });
    const all = await readFound(
      session,
      own.flatMap(({ rows }) => rows),
    );
    const moves = movesOf(all.found, all.assets).filter(({ from, to }) => from !== to);
    const accounts = new Map(own.flatMap(({ place, rows }) => rows.map((row) => [row, place.key] as const)));
    const ofAccounts = all.found.flatMap((one) => {
      const account = accounts.get(one.row);
      return account ? [{ ...one, account }] : [];
    });
    const converted = conversions ? await conversionEdges(session, ofAccounts) : [];
    const hashes = new Map<string, Uint8Array>();
    for (const { stored } of all.found) {
      const crossed = stored && crossingsOfStored(stored).some(isWithBitcoin);
      if (crossed) hashes.set(byteKey(stored.tx.hash), stored.tx.hash);
    }
    return {
      edges: [...moves.map(transferEdge), ...converted],
      skipped: new Map(
        own.map(({ place, partly }) => [placeName(place), { partly, coinJoins: 0, tooLarge: 0 }]),
      ),
      crossed: [...hashes.values()],
    };
  };
}

/**
 * Reads the ledgers for a search for paths. `conversions`: with what became other assets within a transaction; over bridges where
 * the other ledger is open.
 */
export function createPathLedger(chains: TracedChains, { conversions }: { conversions: boolean }) {
  const snapshot = (chain: Blockchain): TracingSnapshot => snapshotOf(chains, chain);
  const readers = {
    bitcoin: bitcoinReader(snapshot('bitcoin')),
    ethereum: ethereumReader(snapshot('ethereum'), conversions),
  };
  const crossings = chains.other && createPathCrossings(chains);
  const addressRef = (address: string): AddressRef => snapshot(chainOf(address)).addressRef(address);

  return {
    addressRef,

    /** Reads the newest `most` transactions (movements) of places. */
    async read(places: readonly Place[], most: number): Promise<ChainRead> {
      const own = Map.groupBy(places, ({ address }) => chainOf(address));
      const [onBitcoin, onEthereum] = [own.get('bitcoin') ?? [], own.get('ethereum') ?? []];
      const bitcoin = onBitcoin.length > 0 ? await readers.bitcoin(onBitcoin, most) : undefined;
      const ethereum = onEthereum.length > 0 ? await readers.ethereum(onEthereum, most) : undefined;
      const crossed = crossings && ethereum ? await crossings.crossed(ethereum.crossed) : [];
      const over = await crossings?.edgesOf({ bitcoin: bitcoin?.txs ?? [], ethereum: crossed });
      return {
        edges: [...(bitcoin?.edges ?? []), ...(ethereum?.edges ?? []), ...(over ?? [])],
        skipped: new Map([...(bitcoin?.skipped ?? []), ...(ethereum?.skipped ?? [])]),
      };
    },

    /** Returns an address with each asset that it ever held; `all` is false if there are too many, or imitations. */
    async placesOf(address: string): Promise<{ places: Place[]; all: boolean }> {
      const ref = addressRef(address);
      const chain = chainOf(address);
      if (allChains[chain].model === 'utxo') return { places: [{ ...ref, asset: chain }], all: true };
      const { session } = snapshot(chain);
      const account = await readEthereumAccount(session, ref.key);
      const holdings = account ? await readHoldings(session, account, { limit: mostAssets + 1 }) : [];
      const assets = holdings
        .slice(0, mostAssets)
        .flatMap(({ asset }) => (asset ? (asset.fake ? [] : addressOf(asset.contract)) : chain));
      return { places: assets.map((asset) => ({ ...ref, asset })), all: holdings.length <= mostAssets };
    },
  };
}

export type PathLedger = ReturnType<typeof createPathLedger>;
