import { decodeHeader, toHex } from '@hopscope/chain';
import type { Blockchain, Coverage, EthereumCoverage, FlowTraceBasis } from '@hopscope/contract';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { readBlocks, readState } from '../../../ledger/bitcoin/reader.ts';
import { readEthereumBlocks, readEthereumState } from '../../../ledger/ethereum/reader.ts';
import type { EthereumState } from '../../../ledger/ethereum/model.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { includesHeight } from '../../../ledger/shared/ranges.ts';
import { presentCoverage, presentEthereumCoverage } from '../../explorer/blocks/coverage.ts';
import { chainOf, parseBitcoinAddress, parseEthereumAccount } from '../../../lib/identifiers.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { stateAt, stateOfVersion } from '../../directory/records/entities-at.ts';
import type { HistoricalLabels } from '../../directory/attributions/historical-labels.ts';
import type { EntityFactsReader } from '../../risk/scores/entity-facts.ts';
import { createOwners, type Owners, type RiskState } from '../../risk/scores/owners.ts';

export interface TracingAccess {
  readonly clusters: ClusterAccess | undefined;
  readonly facts: EntityFactsReader;
  readonly historicalLabels: HistoricalLabels | undefined;
  /** Histories come from a service that is asked for single addresses: the ledger of blocks is empty. */
  readonly remote: Record<Blockchain, boolean>;
  readonly now: () => number;
}

/** The state that is asked of; undefined is now. */
export interface StateAsked {
  readonly height?: number | undefined;
  readonly directory?: { readonly version: number; readonly day: string } | undefined;
}

/** An address as questions and answers write it. */
export interface AddressRef {
  readonly key: Uint8Array;
  readonly address: string;
}

/** One state of ledger and directory that a question of FlowTrace is answered at. */
export interface TracingSnapshot extends RiskState {
  readonly basis: FlowTraceBasis;
  /** Seconds since 1970 of the block at the height; null where there is none. */
  readonly time: number | null;
  readonly owners: Owners;
  readonly access: TracingAccess;
  readonly coverage: Coverage | EthereumCoverage;
  /** The height is the newest one: sums of accounts are those of the state. */
  readonly newest: boolean;
  /** The ledger holds every block up to the height, and of Ethereum with all that moved. */
  readonly isComplete: boolean;
  /** Of Ethereum: accounts had nothing before the lowest block. */
  readonly fromGenesis: boolean;
  readonly ethereum: EthereumState | undefined;
  /** 400 for what is no address of the chain. */
  addressRef(text: string): AddressRef;
}

type Ranges = Parameters<typeof includesHeight>[0];

function heightOf(ranges: Ranges, asked: number | undefined): number | undefined {
  if (asked === undefined) return ranges.at(-1)?.to;
  if (!includesHeight(ranges, asked)) throw badRequest('bad_request', `Block ${asked} is not in the ledger`);
  return asked;
}

/** A block's hash, as answers write it, and time. */
async function readBlock(
  session: SqlSession,
  chain: Blockchain,
  height: number | undefined,
): Promise<{ hash: string | null; time: number | null }> {
  if (height === undefined) return { hash: null, time: null };
  if (chain === 'ethereum') {
    const block = (await readEthereumBlocks(session, [height])).get(height);
    return { hash: block ? `0x${toHex(block.hash)}` : null, time: block?.header.time ?? null };
  }
  const block = (await readBlocks(session, [height])).get(height);
  if (!block) return { hash: null, time: null };
  const { time } = decodeHeader(block.header, nativeHashing).header;
  return { hash: toHex(Uint8Array.from(block.hash).reverse()), time };
}

/** When the block that is asked of was made, in seconds since 1970; null where the ledger does not hold it. */
export async function readTimeOf(
  session: SqlSession,
  chain: Blockchain,
  asked: number | undefined,
): Promise<number | null> {
  const { ranges } = chain === 'bitcoin' ? await readState(session) : await readEthereumState(session);
  return (await readBlock(session, chain, asked ?? ranges.at(-1)?.to)).time;
}

/** The chain of addresses that belong together. 400 where they are of different ones, or not of the one that was named. */
export function oneChain(addresses: readonly string[], named: Blockchain | undefined): Blockchain {
  const [first = ''] = addresses;
  const chain = chainOf(first);
  const other = addresses.find((address) => chainOf(address) !== chain);
  if (other !== undefined) {
    throw badRequest('bad_request', `${other} and ${first} are on different blockchains`);
  }
  if (named !== undefined && named !== chain) {
    throw badRequest('invalid_address', `${first} is not in the format of ${named}`);
  }
  return chain;
}

/**
 * Opens a state in a snapshot. 400 for a block that the ledger does not hold or a release that is still to come, 501 where
 * there is no ledger of blocks.
 */
export async function openTracingSnapshot(
  session: SqlSession,
  chain: Blockchain,
  asked: StateAsked,
  access: TracingAccess,
): Promise<TracingSnapshot> {
  if (access.remote[chain]) {
    throw new AppError(
      'not_supported',
      'Tracing needs a ledger with blocks. This installation stores single addresses.',
    );
  }
  const directory = asked.directory
    ? await stateOfVersion(session, asked.directory)
    : await stateAt(session, undefined, access.now());
  const bitcoin = chain === 'bitcoin' ? await readState(session) : undefined;
  const ethereum = bitcoin ? undefined : await readEthereumState(session);
  const ranges = bitcoin?.ranges ?? ethereum?.ranges ?? [];
  const height = heightOf(ranges, asked.height);
  const at = height ?? -1;
  const { hash: blockHash, time } = await readBlock(session, chain, height);
  const newest = height === ranges.at(-1)?.to;
  const network = (bitcoin?.totals?.network ?? 'mainnet') as NetworkName;
  const state: RiskState = {
    session,
    chain,
    network,
    directory,
    height: at,
    clustersAt: newest && !directory.past ? undefined : at,
    blockHash,
  };
  // As it was then: what came above the height is no part of the answer.
  const held = ranges.flatMap(({ from, to }) => (from > at ? [] : [{ from, to: Math.min(to, at) }]));
  const coverage = ethereum ? presentEthereumCoverage({ ...ethereum, ranges: held }) : presentCoverage(held);
  const fromGenesis = ranges.length === 1 && ranges[0]?.from === 0;
  return {
    ...state,
    basis: {
      blockchain: chain,
      height: height ?? null,
      blockHash,
      directoryVersion: directory.version,
      directoryDay: directory.date,
    },
    time,
    owners: createOwners(state, access),
    access,
    coverage,
    newest,
    isComplete: fromGenesis && (!ethereum || (ethereum.tracesWhole && ethereum.openingsKnown)),
    fromGenesis,
    ethereum,
    addressRef(text) {
      if (chain === 'ethereum') {
        const { text: address, bytes } = parseEthereumAccount(text);
        return { key: bytes, address };
      }
      const { text: address, key } = parseBitcoinAddress(text, network);
      return { key, address };
    },
  };
}
