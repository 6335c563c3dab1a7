import type { Blockchain, Coverage, EthereumCoverage, FlowTraceBasis } from '@hopscope/contract';
import { chainOf } from '@hopscope/domain';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { readState } from '../../../ledger/bitcoin/reader.ts';
import { readEthereumState } from '../../../ledger/ethereum/reader.ts';
import type { EthereumState } from '../../../ledger/ethereum/model.ts';
import { includesHeight } from '../../../ledger/shared/ranges.ts';
import { presentCoverage, presentEthereumCoverage } from '../../explorer/blocks/coverage.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import { stateAt, stateOfVersion } from '../../directory/records/entities-at.ts';
import type { HistoricalLabels } from '../../directory/attributions/historical-labels.ts';
import type { EntityFactsReader } from '../../risk/scores/entity-facts.ts';
import { createOwners, type Owners, type RiskState } from '../../risk/scores/owners.ts';
import { identifiers } from '../../../lib/identifiers.ts';
import { readBlockAt } from '../../explorer/blocks/block-at.ts';

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

/** What the ledger of a chain says of itself. */
interface LedgerState {
  readonly ranges: Ranges;
  readonly network: NetworkName;
  /** Everything that moved in the blocks is known. */
  readonly movesWhole: boolean;
  coverageOf(ranges: Ranges): Coverage | EthereumCoverage;
  readonly ethereum: EthereumState | undefined;
}

const states: Readonly<Record<Blockchain, (session: SqlSession) => Promise<LedgerState>>> = {
  async bitcoin(session) {
    const { ranges, totals } = await readState(session);
    const network = (totals?.network ?? 'mainnet') as NetworkName;
    return { ranges, network, movesWhole: true, coverageOf: presentCoverage, ethereum: undefined };
  },
  async ethereum(session) {
    const ethereum = await readEthereumState(session);
    return {
      ranges: ethereum.ranges,
      network: 'mainnet',
      movesWhole: ethereum.tracesWhole && ethereum.openingsKnown,
      coverageOf: (ranges) => presentEthereumCoverage({ ...ethereum, ranges: [...ranges] }),
      ethereum,
    };
  },
};

/** When the block that is asked of was made, in seconds since 1970; null where the ledger does not hold it. */
export async function readTimeOf(
  session: SqlSession,
  chain: Blockchain,
  asked: number | undefined,
): Promise<number | null> {
  const height = asked ?? (await states[chain](session)).ranges.at(-1)?.to;
  return height === undefined ? null : ((await readBlockAt(session, chain, height))?.time ?? null);
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
  const { ranges, network, movesWhole, coverageOf, ethereum } = await states[chain](session);
  const height = heightOf(ranges, asked.height);
  const at = height ?? -1;
  const block = height === undefined ? undefined : await readBlockAt(session, chain, height);
  const blockHash = block?.hash ?? null;
  const newest = height === ranges.at(-1)?.to;
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
    time: block?.time ?? null,
    owners: createOwners(state, access),
    access,
    coverage: coverageOf(held),
    newest,
    isComplete: fromGenesis && movesWhole,
    fromGenesis,
    ethereum,
    addressRef(text) {
      const { text: address, key } = identifiers[chain].address(text, network);
      return { key, address };
    },
  };
}
