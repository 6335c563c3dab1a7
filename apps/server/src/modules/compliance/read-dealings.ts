import type { Blockchain } from '@hopscope/contract';
import { inTransaction, type SqlDatabase } from '../../db/session.ts';
import { readTxsById } from '../../ledger/bitcoin/lookups.ts';
import { readWaitingTx } from '../../ledger/bitcoin/mempool-reader.ts';
import { heightOf } from '../../ledger/bitcoin/positions.ts';
import type { AssetRow } from '../../ledger/ethereum/model.ts';
import { readAssets, readEthereumBlocks, readEthereumTxByHash } from '../../ledger/ethereum/reader.ts';
import { heightOf as ethereumHeightOf } from '../../ledger/shared/positions.ts';
import { byteKey } from '../../ledger/shared/byte-keys.ts';
import { addressText } from '../directory/address-text.ts';
import { openTracing, type Tracing, type TracingAccess } from '../tracing/open-tracing.ts';
import { assetOf } from '../tracing/ethereum-moves.ts';
import { nameOfEntity, nameOfKey, numberOfName } from '../risk/met-names.ts';
import { bitcoinDealing, sidesOfStored, sidesOfWaiting, type Sides } from './bitcoin-dealing.ts';
import { ethereumDealing } from './ethereum-dealing.ts';
import type { Parties } from './kept-texts.ts';
import type { Dealing } from './parties.ts';
import type { DueRow } from './screening.store.ts';

/** Counterparties that are kept of one transaction; how many there are is kept too. */
const mostParties = 50;

/** What ledger and directory say of a transaction that is screened. */
export interface Reading {
  readonly asset: { readonly symbol: string; readonly decimals: number };
  readonly parties: Parties;
  /** Addresses that it spends from, the largest first. */
  readonly senders: readonly string[];
  /** Release of the directory that named the counterparties. */
  readonly directoryVersion: number;
  /** Numbers of the names that were looked up for it (`../risk/met-names.ts`). */
  readonly met: readonly bigint[];
}

type Dealings = Map<string, { dealing: Dealing; asset: Reading['asset'] }>;

const internalOrder = (txid: Uint8Array): Uint8Array => Uint8Array.from(txid).reverse();

async function bitcoinDealings({ session, place }: Tracing, rows: readonly DueRow[]): Promise<Dealings> {
  const confirmed = rows.filter(({ presence }) => presence === 'confirmed');
  const found = await readTxsById(
    session,
    confirmed.map(({ txid }) => internalOrder(txid)),
  );
  const byTxid = Map.groupBy(found, ({ txid }) => byteKey(txid));
  const sidesOf = async ({ presence, txid, height }: DueRow): Promise<Sides | undefined> => {
    if (presence === 'waiting') {
      const waiting = await readWaitingTx(session, internalOrder(txid));
      return waiting && sidesOfWaiting(waiting);
    }
    const tx = byTxid
      .get(byteKey(internalOrder(txid)))
      ?.find(({ position }) => heightOf(position) === height);
    return tx && sidesOfStored(tx.record);
  };
  const dealings: Dealings = new Map();
  for (const row of rows) {
    const sides = await sidesOf(row);
    if (!sides) continue;
    const own = place(row.address).key;
    const dealing = bitcoinDealing(sides, { own, direction: row.direction, amount: BigInt(row.amount) });
    dealings.set(row.id, { dealing, asset: { symbol: 'BTC', decimals: 8 } });
  }
  return dealings;
}

async function ethereumDealings({ session, place }: Tracing, rows: readonly DueRow[]): Promise<Dealings> {
  const contracts = rows.flatMap(({ contract }) => contract ?? []);
  const assets: ReadonlyMap<string, AssetRow> =
    contracts.length === 0 ? new Map() : await readAssets(session, contracts);
  const dealings: Dealings = new Map();
  for (const { id, txid, height, address, direction, contract } of rows) {
    const stored = await readEthereumTxByHash(session, txid);
    if (!stored || height === null || ethereumHeightOf(stored.position) !== height) continue;
    const block = (await readEthereumBlocks(session, [height])).get(height);
    if (!block) continue;
    const dealing = ethereumDealing(stored, block, { own: place(address).key, direction, contract });
    const { symbol, decimals } = assetOf(contract, assets);
    dealings.set(id, { dealing, asset: { symbol, decimals } });
  }
  return dealings;
}

/** Names the counterparties of all in one question. */
async function nameAll(tracing: Tracing, dealings: Dealings): Promise<Map<string, Reading>> {
  const { chain, network, owners, directory } = tracing;
  const listed = new Map(
    [...dealings].map(([id, { dealing }]) => [id, dealing.parties.slice(0, mostParties)]),
  );
  const known = await owners.read([...listed.values()].flat().map(({ key }) => key));
  const entityOf = (key: Uint8Array): Parties['listed'][number]['entity'] => {
    const label = known.get(byteKey(key))?.label;
    if (!label) return null;
    return {
      id: label.entity,
      name: label.name,
      hidden: owners.entities.get(label.entity)?.csam ?? false,
    };
  };
  return new Map(
    [...dealings].map(([id, { dealing, asset }]) => {
      const { parties, whole, senders } = dealing;
      const named = (listed.get(id) ?? []).map((party) => ({ ...party, entity: entityOf(party.key) }));
      const names = named.flatMap(({ key, entity }) => [
        nameOfKey(chain, key),
        ...(entity ? [nameOfEntity(entity.id)] : []),
      ]);
      return [
        id,
        {
          asset,
          senders: senders.map((key) => addressText(chain, key, network)),
          parties: {
            inAll: whole ? parties.length : null,
            listed: named.map(({ key, amount, entity }) => ({
              address: addressText(chain, key, network),
              entity,
              amount: amount === null ? null : String(amount),
            })),
          },
          directoryVersion: directory.version,
          met: names.map(numberOfName),
        },
      ];
    }),
  );
}

/**
 * Reads transactions of one chain from one snapshot, by the rows' ids; those that are not where their row says are left out. 501
 * where there is no ledger of blocks.
 */
export async function readDealings(
  db: SqlDatabase,
  { chain, rows, access }: { chain: Blockchain; rows: readonly DueRow[]; access: TracingAccess },
): Promise<Map<string, Reading>> {
  return inTransaction(db, 'read only', async (session) => {
    const tracing = await openTracing(session, chain, {}, access);
    const read = chain === 'bitcoin' ? bitcoinDealings : ethereumDealings;
    return nameAll(tracing, await read(tracing, rows));
  });
}
