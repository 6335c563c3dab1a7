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
import { createSharedReads } from '../../risk/scores/shared-reads.ts';
import { identifiers } from '../../../lib/identifiers.ts';
import { readBlockAt } from '../../explorer/blocks/block-at.ts';

export interface TracingAccess {
  readonly clusters: ClusterAccess | undefined;
  readonly facts: EntityFactsReader;
  readonly historicalLabels: HistoricalLabels | undefined;
  /** True if the source is a remote provider that is queried for single addresses: there is no ledger of blocks. */
  readonly remote: Record<Blockchain, boolean>;
  readonly now: () => number;
}

/** The requested state; undefined: now. */
export interface StateAsked {
  readonly height?: number | undefined;
  readonly directory?: { readonly version: number; readonly day: string } | undefined;
}

/** An address as in queries and answers. */
export interface AddressRef {
  readonly key: Uint8Array;
  readonly address: string;
}

/** A state of ledger and directory at which a FlowTrace query is answered. */
export interface TracingSnapshot extends RiskState {
  readonly basis: FlowTraceBasis;
  /** Time of the block at the height in seconds since 1970; null if there is none. */
  readonly time: number | null;
  readonly owners: Owners;
  readonly access: TracingAccess;
  readonly coverage: Coverage | EthereumCoverage;
  /** True if the height is the newest one, so that totals of accounts apply. */
  readonly newest: boolean;
  /** True if the ledger has all blocks up to the height, and on Ethereum all movements. */
  readonly isComplete: boolean;
  /** Ethereum: true if accounts had nothing before the lowest block. */
  readonly fromGenesis: boolean;
  readonly ethereum: EthereumState | undefined;
  /** Throws 400 for an invalid address of the chain. */
  addressRef(text: string): AddressRef;
}

type Ranges = Parameters<typeof includesHeight>[0];

function heightOf(ranges: Ranges, asked: number | undefined): number | undefined {
  if (asked === undefined) return ranges.at(-1)?.to;
  if (!includesHeight(ranges, asked)) throw badRequest('bad_request', `Block ${asked} is not in the ledger`);
  return asked;
}

/** The state of a chain's ledger. */
interface LedgerState {
  readonly ranges: Ranges;
  readonly network: NetworkName;
  /** True if all movements in the blocks are known. */
  readonly hasAllMoves: boolean;
  coverageOf(ranges: Ranges): Coverage | EthereumCoverage;
  readonly ethereum: EthereumState | undefined;
}

const states: Readonly<Record<Blockchain, (session: SqlSession) => Promise<LedgerState>>> = {
  async bitcoin(session) {
    const { ranges, totals } = await readState(session);
    const network = (totals?.network ?? 'mainnet') as NetworkName;
    return { ranges, network, hasAllMoves: true, coverageOf: presentCoverage, ethereum: undefined };
  },
  async ethereum(session) {
    const ethereum = await readEthereumState(session);
    return {
      ranges: ethereum.ranges,
      network: 'mainnet',
      hasAllMoves: ethereum.hasAllTraces && ethereum.openingsKnown,
      coverageOf: (ranges) => presentEthereumCoverage({ ...ethereum, ranges: [...ranges] }),
      ethereum,
    };
  },
};

/** Returns the time of the requested block in seconds since 1970; null if the ledger doesn't have it. */
export async function readTimeOf(
  session: SqlSession,
  chain: Blockchain,
  asked: number | undefined,
): Promise<number | null> {
  const height = asked ?? (await states[chain](session)).ranges.at(-1)?.to;
  return height === undefined ? null : ((await readBlockAt(session, chain, height))?.time ?? null);
}

/** Returns the common chain of addresses. Throws 400 if they are of different ones, or not of the named one. */
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
 * Opens a state in a snapshot. Throws 400 for a block that the ledger doesn't have or a future release, and 501 without a
 * ledger of blocks.
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
  const { ranges, network, hasAllMoves, coverageOf, ethereum } = await states[chain](session);
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
    reads: createSharedReads(session),
  };
  // As of the height: later blocks aren't part of the answer.
  const upTo = ranges.flatMap(({ from, to }) => (from > at ? [] : [{ from, to: Math.min(to, at) }]));
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
    coverage: coverageOf(upTo),
    newest,
    isComplete: fromGenesis && hasAllMoves,
    fromGenesis,
    ethereum,
    addressRef(text) {
      const { text: address, key } = identifiers[chain].address(text, network);
      return { key, address };
    },
  };
}
