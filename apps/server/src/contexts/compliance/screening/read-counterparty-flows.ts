import { toHex } from '@hopscope/chain';
import { type Blockchain, mostAssets, pricedTokens } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { readRemoteTx } from '../../../ledger/bitcoin/remote/by-address.ts';
import { readTxsById } from '../../../ledger/bitcoin/lookups.ts';
import { readMempoolTx } from '../../../ledger/bitcoin/mempool/mempool-reader.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import {
  readRemoteTokens,
  readRemoteTransaction,
} from '../../../ledger/ethereum/remote/by-address-reader.ts';
import type { AssetRow } from '../../../ledger/ethereum/model.ts';
import { readAssets, readEthereumBlocks, readEthereumTxByHash } from '../../../ledger/ethereum/reader.ts';
import { heightOf as ethereumHeightOf } from '../../../ledger/shared/positions.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { hexOf } from '../../explorer/ethereum/ethereum-values.ts';
import { movementsOfStored } from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import { parseBitcoinAddress, parseEthereumAccount } from '../../../lib/identifiers.ts';
import { addressText } from '../../directory/records/address-text.ts';
import { stateAt } from '../../directory/records/entities-at.ts';
import {
  openTracingSnapshot,
  type TracingSnapshot,
  type TracingAccess,
} from '../../tracing/graph/open-tracing.ts';
import { assetOf } from '../../tracing/graph/ethereum-moves.ts';
import { dependencyOnAddress, dependencyOnEntity } from '../../risk/scores/dependency-keys.ts';
import { createOwners, type RiskState } from '../../risk/scores/owners.ts';
import { sidesOfRemote, remoteState } from '../../risk/scores/remote-subject.ts';
import { bitcoinFlow, sidesOfStored, sidesOfMempool, type Sides } from './bitcoin-flow.ts';
import { type AssetMove, ethereumFlow, type Move, otherMoves } from './ethereum-flow.ts';
import type { Parties } from '../transactions/screening-result.ts';
import type { CounterpartyFlow } from './parties.ts';
import type { DueRow } from './screening.store.ts';

/** Maximum number of stored counterparties per transaction; the total is stored too. */
const mostParties = 50;
/** Maximum number of stored assets per transaction besides its own. */
const mostOthers = mostAssets - 1;

/** Facts of a screened transaction from ledger and directory. */
export interface Reading {
  readonly asset: { readonly symbol: string; readonly decimals: number };
  readonly parties: Parties;
  /** What else it did to the monitored account, of Ethereum. */
  readonly others: readonly OtherAsset[];
  /** False: there is more. */
  readonly othersComplete: boolean;
  /** Addresses that it spends from, the largest first. */
  readonly senders: readonly string[];
  /** Release of the directory that named the counterparties. */
  readonly directoryVersion: number;
  /** Dependency keys of the lookups (`../../risk/scores/dependency-keys.ts`). */
  readonly dependencies: readonly bigint[];
}

/** An asset that moved beside the one of the row. */
export interface OtherAsset {
  /** As people write it; null: ether. */
  readonly contract: string | null;
  readonly symbol: string;
  /** 0: unknown or none. */
  readonly decimals: number;
  readonly direction: 'in' | 'out';
  readonly amount: bigint;
}

interface Read extends Pick<Reading, 'asset' | 'others' | 'othersComplete'> {
  readonly flow: CounterpartyFlow;
}
type CounterpartyFlows = Map<string, Read>;

const internalOrder = (txid: Uint8Array): Uint8Array => Uint8Array.from(txid).reverse();

async function bitcoinFlows(
  { session, addressRef: place }: TracingSnapshot,
  rows: readonly DueRow[],
): Promise<CounterpartyFlows> {
  const confirmed = rows.filter(({ presence }) => presence === 'confirmed');
  const found = await readTxsById(
    session,
    confirmed.map(({ txid }) => internalOrder(txid)),
  );
  const byTxid = Map.groupBy(found, ({ txid }) => byteKey(txid));
  const sidesOf = async ({ presence, txid, height }: DueRow): Promise<Sides | undefined> => {
    if (presence === 'unconfirmed') {
      const unconfirmed = await readMempoolTx(session, internalOrder(txid));
      return unconfirmed && sidesOfMempool(unconfirmed);
    }
    const tx = byTxid
      .get(byteKey(internalOrder(txid)))
      ?.find(({ position }) => heightOf(position) === height);
    return tx && sidesOfStored(tx.record);
  };
  const flows: CounterpartyFlows = new Map();
  for (const row of rows) {
    const sides = await sidesOf(row);
    if (!sides) continue;
    const own = place(row.address).key;
    const flow = bitcoinFlow(sides, { own, direction: row.direction, amount: BigInt(row.amount) });
    flows.set(row.id, { flow, asset: chains.bitcoin.coin, others: [], othersComplete: true });
  }
  return flows;
}

/** For transactions reported by a remote provider. */
async function remoteFlows(
  { session, network }: Pick<TracingSnapshot, 'session' | 'network'>,
  rows: readonly DueRow[],
): Promise<CounterpartyFlows> {
  const flows: CounterpartyFlows = new Map();
  for (const row of rows) {
    const stored = await readRemoteTx(session, internalOrder(row.txid));
    if (!stored || stored.height !== row.height) continue;
    const own = parseBitcoinAddress(row.address, network).key;
    const about = { own, direction: row.direction, amount: BigInt(row.amount) };
    flows.set(row.id, {
      flow: bitcoinFlow(sidesOfRemote(stored), about),
      asset: chains.bitcoin.coin,
      others: [],
      othersComplete: true,
    });
  }
  return flows;
}

/** Counterparties in the asset of the row come first; others have an amount of 0. */
function joined(own: CounterpartyFlow, others: readonly CounterpartyFlow[]): CounterpartyFlow {
  const known = new Set(own.parties.map(({ key }) => byteKey(key)));
  const more = others
    .flatMap(({ parties }) => parties)
    .filter(({ key }) => {
      const fresh = !known.has(byteKey(key));
      known.add(byteKey(key));
      return fresh;
    });
  return {
    parties: [...own.parties, ...more.map(({ key }) => ({ key, amount: 0n }))],
    isComplete: own.isComplete && others.every(({ isComplete }) => isComplete),
    senders: own.senders,
  };
}

/** Assets with a price come first, so that worthless tokens don't displace them. */
function rankOf({ contract }: AssetMove): number {
  if (contract === null) return 0;
  return pricedTokens[hexOf(contract)] === undefined ? 2 : 1;
}

/** What moved in the transaction of a row, and who sent it where that is known. */
interface Moved {
  readonly row: DueRow;
  readonly own: Uint8Array;
  readonly sender: Uint8Array | undefined;
  readonly moves: readonly Move[];
}

/** `assetsOf`: known tokens by contract in lowercase hex. */
async function ethereumFlows(
  moved: readonly Moved[],
  assetsOf: (contracts: readonly Uint8Array[]) => Promise<ReadonlyMap<string, AssetRow>>,
): Promise<CounterpartyFlows> {
  const read = moved.map((each) => {
    const { row, own, moves } = each;
    return { ...each, rest: otherMoves(moves, { own, contract: row.contract }) };
  });
  const asked = read
    .flatMap(({ row, rest }) => [row.contract, ...rest.map(({ contract }) => contract)])
    .filter((contract) => contract !== null);
  const assets = asked.length === 0 ? new Map<string, AssetRow>() : await assetsOf(asked);
  const flows: CounterpartyFlows = new Map();
  for (const { row, own, sender, moves, rest } of read) {
    const { direction, contract } = row;
    const others = rest
      .filter((move) => !(move.contract && assets.get(toHex(move.contract))?.fake))
      .toSorted((a, b) => rankOf(a) - rankOf(b));
    const saved = others.slice(0, mostOthers);
    const flowIn = (of: Uint8Array | null) => ethereumFlow(moves, { own, direction, contract: of, sender });
    const { symbol, decimals } = assetOf(contract, assets);
    flows.set(row.id, {
      flow: joined(
        flowIn(contract),
        saved.filter((move) => move.direction === direction).map((move) => flowIn(move.contract)),
      ),
      asset: { symbol, decimals },
      others: saved.map((move) => ({
        ...assetOf(move.contract, assets),
        direction: move.direction,
        amount: move.amount,
      })),
      othersComplete: others.length <= mostOthers,
    });
  }
  return flows;
}

async function ethereumMoves(
  { session, addressRef: place }: TracingSnapshot,
  rows: readonly DueRow[],
): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const row of rows) {
    const stored = await readEthereumTxByHash(session, row.txid);
    if (!stored || row.height === null || ethereumHeightOf(stored.position) !== row.height) continue;
    const block = (await readEthereumBlocks(session, [row.height])).get(row.height);
    if (!block) continue;
    const own = place(row.address).key;
    moved.push({ row, own, sender: stored.tx.from, moves: movementsOfStored(stored, block) });
  }
  return moved;
}

/** For transactions reported by a remote provider: effects on the monitored address. */
async function remoteMoves(session: SqlSession, rows: readonly DueRow[]): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const row of rows) {
    const own = parseEthereumAccount(row.address).bytes;
    const moves = await readRemoteTransaction(session, own, row.txid);
    if (moves.length === 0 || moves.some(({ height }) => height !== row.height)) continue;
    const sender = moves.find(({ kind }) => kind === 'fee')?.from ?? undefined;
    moved.push({ row, own, sender, moves });
  }
  return moved;
}

/** Names the counterparties of all in one question. */
async function nameAll(
  { chain, network, owners, directory }: Pick<TracingSnapshot, 'chain' | 'network' | 'owners' | 'directory'>,
  flows: CounterpartyFlows,
): Promise<Map<string, Reading>> {
  const partiesOfRows = new Map([...flows].map(([id, { flow }]) => [id, flow.parties.slice(0, mostParties)]));
  const known = await owners.read([...partiesOfRows.values()].flat().map(({ key }) => key));
  const entityOf = (key: Uint8Array): Parties['items'][number]['entity'] => {
    const label = known.get(byteKey(key))?.label;
    if (!label) return null;
    return {
      id: label.entity,
      name: label.name,
      hidden: owners.entities.get(label.entity)?.csam ?? false,
    };
  };
  return new Map(
    [...flows].map(([id, { flow, asset, others, othersComplete }]) => {
      const { parties, isComplete, senders } = flow;
      const named = (partiesOfRows.get(id) ?? []).map((party) => ({ ...party, entity: entityOf(party.key) }));
      return [
        id,
        {
          asset,
          others,
          othersComplete,
          senders: senders.map((key) => addressText(chain, key, network)),
          parties: {
            total: isComplete ? parties.length : null,
            items: named.map(({ key, amount, entity }) => ({
              address: addressText(chain, key, network),
              entity,
              amount: amount === null ? null : String(amount),
            })),
          },
          directoryVersion: directory.version,
          dependencies: named.flatMap(({ key, entity }) => [
            dependencyOnAddress(chain, key),
            ...(entity ? [dependencyOnEntity(entity.id)] : []),
          ]),
        },
      ];
    }),
  );
}

/** How transactions of a chain are read: from its blocks, or from the data of a remote provider. */
interface FlowReaders {
  ledger(tracing: TracingSnapshot, rows: readonly DueRow[]): Promise<CounterpartyFlows>;
  remote(state: RiskState, rows: readonly DueRow[]): Promise<CounterpartyFlows>;
}

const readers: Readonly<Record<Blockchain, FlowReaders>> = {
  bitcoin: { ledger: bitcoinFlows, remote: remoteFlows },
  ethereum: {
    ledger: async (tracing, rows) =>
      ethereumFlows(await ethereumMoves(tracing, rows), (contracts) =>
        readAssets(tracing.session, contracts),
      ),
    remote: async ({ session }, rows) =>
      ethereumFlows(await remoteMoves(session, rows), (contracts) =>
        readRemoteTokens(
          session,
          contracts.map((contract) => toHex(contract)),
        ),
      ),
  },
};

/** Reads transactions of one chain from one snapshot, by row ID; omits those that are not at the position of their row. */
export async function readCounterpartyFlows(
  db: SqlDatabase,
  { chain, rows, access }: { chain: Blockchain; rows: readonly DueRow[]; access: TracingAccess },
): Promise<Map<string, Reading>> {
  return inTransaction(db, 'read only', async (session) => {
    if (access.remote[chain]) {
      const state = await remoteState(session, chain, await stateAt(session, undefined, access.now()));
      const flows = await readers[chain].remote(state, rows);
      return nameAll({ ...state, owners: createOwners(state, access) }, flows);
    }
    const tracing = await openTracingSnapshot(session, chain, {}, access);
    const flows = await readers[chain].ledger(tracing, rows);
    return nameAll(tracing, flows);
  });
}
