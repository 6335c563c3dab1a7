import { equalBytes, headerTime, toDisplayHash } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/contract';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import {
  isStoredSince,
  readEnds,
  readEntries,
  readRemoteTip,
} from '../../../ledger/bitcoin/remote/by-address.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import { readAccount, readActivity, readBlocks, readTxids } from '../../../ledger/bitcoin/reader.ts';
import { findAssets, lookUpIn, tokensIn } from '../../../ledger/ethereum/accounts/assets.ts';
import { readEthereumBlocks, readEthereumTxs } from '../../../ledger/ethereum/blocks/blocks.ts';
import {
  isEthereumComplete,
  readEthereumRemoteAddress,
  readEthereumRemoteTip,
} from '../../../ledger/ethereum/remote/by-address.ts';
import { blockIndex } from '../../../ledger/ethereum/accounts/effects.ts';
import { readEthereumAccount, readMovements } from '../../../ledger/ethereum/reader.ts';
import { indexOf } from '../../../ledger/shared/positions.ts';
import { ethereumMatches } from './ethereum-matching.ts';
import { type AddressMatch, writeMatches } from './matches.ts';
import { type AddressMeasure, readMeasuresSince, writeMeasures } from './measures.ts';
import { readRemoteRange } from './remote-ethereum.ts';
import { netOf, remoteMatches } from './remote-bitcoin.ts';

/** History entries processed per transaction. */
const portion = 500;

/** An entry whose past is screened. */
export interface PastEntry {
  readonly id: string;
  readonly chain: Blockchain;
  readonly key: Uint8Array;
  /** Milliseconds since 1970; older entries are ignored. */
  readonly from: number;
  /** Remaining entries of the history; null: not started. */
  readonly left: number | null;
}

/** For a history from a remote provider. */
async function remotePortion(
  session: SqlSession,
  entry: PastEntry,
): Promise<{ matches: AddressMatch[]; left: number }> {
  await kyselyOver(session).selectFrom('btc_remote').select('height').forUpdate().execute();
  const ends = await readEnds(session, entry.key);
  const end = ends ? ends.highest.number + 1 : 0;
  const top = Math.min(entry.left ?? end, end);
  const bottom = Math.max(0, top - portion);
  if (top === 0) return { matches: [], left: 0 };
  const entries = await readEntries(session, entry.key, { from: bottom, to: top - 1 });
  const effects = entries.map(({ tx, received, spent }) => ({ ...tx, received, spent }));
  const matches = remoteMatches(entry.key, effects).filter(({ at }) => at >= entry.from);
  const old = effects.some(({ time }) => time * 1000 < entry.from);
  return { matches, left: old ? 0 : bottom };
}

async function bitcoinPortion(
  session: SqlSession,
  entry: PastEntry,
): Promise<{ matches: AddressMatch[]; left: number }> {
  if (await readRemoteTip(session)) return remotePortion(session, entry);
  await kyselyOver(session).selectFrom('btc_ledger').select('network').forUpdate().execute();
  const account = await readAccount(session, entry.key);
  const top = Math.min(entry.left ?? Number.MAX_SAFE_INTEGER, account?.txCount ?? 0);
  if (!account || top === 0) return { matches: [], left: 0 };
  const bottom = Math.max(0, top - portion);
  const entries = await readActivity(session, account, bottom, top - 1);
  const blocks = await readBlocks(
    session,
    entries.map(({ position }) => heightOf(position)),
  );
  const txids = await readTxids(
    session,
    entries.map(({ position }) => position),
  );
  let old = false;
  const matches = entries.flatMap(({ position, received, spent }): AddressMatch[] => {
    const height = heightOf(position);
    const block = blocks.get(height);
    const txid = txids.get(position);
    const net = netOf(received, spent);
    const at = block ? headerTime(block.header) * 1000 : 0;
    old ||= at < entry.from;
    if (!net || !txid || at < entry.from) return [];
    return [{ key: entry.key, txid: toDisplayHash(txid), ...net, contract: undefined, height, at }];
  });
  return { matches, left: old ? 0 : bottom };
}

/** For Ethereum: movements are numbered, and all movements of a transaction are processed together. */
async function remoteEthereumPortion(
  session: SqlSession,
  entry: PastEntry,
): Promise<{ matches: AddressMatch[]; left: number }> {
  await kyselyOver(session).selectFrom('eth_remote').select('height').forUpdate().execute();
  const stored = (await readEthereumRemoteAddress(session, entry.key))?.stored ?? 0;
  const top = Math.min(entry.left ?? stored, stored);
  const bottom = Math.max(0, top - portion);
  if (top === 0) return { matches: [], left: 0 };
  const { places, matches } = await readRemoteRange(session, entry.key, { from: bottom, to: top });
  const old = places.some(({ at }) => at < entry.from);
  return { matches: matches.filter(({ at }) => at >= entry.from), left: old ? 0 : bottom };
}

async function ethereumPortion(
  session: SqlSession,
  entry: PastEntry,
): Promise<{ matches: AddressMatch[]; left: number }> {
  if (await readEthereumRemoteTip(session)) return remoteEthereumPortion(session, entry);
  await kyselyOver(session).selectFrom('eth_ledger').select('chain_id').forUpdate().execute();
  const account = await readEthereumAccount(session, entry.key);
  if (!account) return { matches: [], left: 0 };
  const { count } = account;
  const seen = Math.max(0, count - Math.min(entry.left ?? count, count));
  const page = Math.floor(seen / portion) + 1;
  const { rows } = await readMovements(session, account, { hidden: true, page, limit: portion });
  const positions = [...new Set(rows.map(({ position }) => position))].filter(
    (position) => indexOf(position) !== blockIndex,
  );
  const txs = await readEthereumTxs(session, positions);
  const blocks = await readEthereumBlocks(
    session,
    positions.map((position) => heightOf(position)),
  );
  const tokens = tokensIn(txs.flatMap(({ receipt }) => receipt.logs));
  const assetOf = lookUpIn(
    await findAssets(
      session,
      [...tokens.values()].map(({ contract }) => contract),
    ),
  );
  const stored = [...blocks.values()].map((row) => ({
    row,
    txs: txs.filter(({ position }) => heightOf(position) === row.height),
  }));
  const all = ethereumMatches(
    stored,
    { mightContain: (key) => equalBytes(key, entry.key) },
    (contract) => assetOf(contract).fake,
  );
  const matches = all.filter(({ at }) => at >= entry.from);
  const old = [...blocks.values()].some(({ header }) => header.time * 1000 < entry.from);
  return { matches, left: old ? 0 : Math.max(0, count - page * portion) };
}

/** How the past of an address is read on a chain. */
interface Past {
  isLoaded(session: SqlSession, key: Uint8Array, from: number): Promise<boolean>;
  readPortion: typeof bitcoinPortion;
  /** Reads what issuers of tokens did to the address; nothing where no facts are known. */
  readMeasures: (session: SqlSession, entry: PastEntry) => Promise<AddressMeasure[]>;
}

const pasts: Readonly<Record<Blockchain, Past>> = {
  bitcoin: {
    isLoaded: async (session, key, from) =>
      !(await readRemoteTip(session)) || isStoredSince(session, key, from),
    readPortion: bitcoinPortion,
    readMeasures: async () => [],
  },
  ethereum: {
    isLoaded: async (session, key) =>
      !(await readEthereumRemoteTip(session)) || isEthereumComplete(session, key),
    readPortion: ethereumPortion,
    readMeasures: (session, { key, from }) => readMeasuresSince(session, key, from),
  },
};

/**
 * Tests whether the stored history reaches back to the start of past screening. Always true with a ledger of blocks; with a
 * remote provider, depends on the fetched history.
 */
export async function isPastLoaded(session: SqlSession, { chain, key, from }: PastEntry): Promise<boolean> {
  return pasts[chain].isLoaded(session, key, from);
}

/**
 * Screens the next batch of an entry's history in the caller's transaction, newest first, while blocks can't change. Returns
 * the number of remaining entries; 0: done. Existing rows don't change.
 */
export async function screenPast(session: SqlSession, entry: PastEntry): Promise<number> {
  const { readPortion, readMeasures } = pasts[entry.chain];
  const { matches, left } = await readPortion(session, entry);
  if (entry.left === null) await writeMeasures(session, await readMeasures(session, entry), entry.id);
  await writeMatches(session, entry.chain, matches, entry.id);
  return left;
}
