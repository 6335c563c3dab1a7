import { headerTime, toDisplayHash } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/domain';
import type { SqlSession } from '../../../../db/session.ts';
import type { NetworkName } from '../../../../ledger/bitcoin/ledger.ts';
import type { EthereumState } from '../../../../ledger/ethereum/model.ts';
import { type HeightRange, includesHeight } from '../../../../ledger/shared/ranges.ts';
import { badRequest } from '../../../../lib/app-error.ts';
import type { State } from '../../../directory/records/entities-at.ts';
import type { RiskState } from '../owners.ts';
import { createSharedReads, type SharedReads } from '../shared-reads.ts';

interface StateBlock {
  readonly height: number;
  /** As in answers. */
  readonly hash: string;
  /** Seconds since 1970. */
  readonly time: number;
}

/** The ledger of a chain at one height. */
export interface ChainState {
  readonly state: RiskState;
  /** The newest block that counts; undefined for an empty ledger. */
  readonly block: StateBlock | undefined;
}

export interface BitcoinState extends ChainState {
  readonly ranges: readonly HeightRange[];
  /** True if the ledger has every block up to the height. */
  readonly isComplete: boolean;
}

export interface EthereumChainState extends ChainState {
  readonly ledger: EthereumState;
  /** True if accounts had nothing before the lowest block. */
  readonly fromGenesis: boolean;
  readonly chainId: bigint;
}

/** What states of both chains have in common. */
export interface StateAround {
  readonly session: SqlSession;
  readonly directory: State;
  /** What others read at the newest state. */
  readonly reads: SharedReads;
}

const startsAtGenesis = (ranges: readonly HeightRange[]): boolean =>
  ranges.length === 1 && ranges[0]?.from === 0;

/** Returns the height of the state; undefined for an empty ledger. Throws 400 if the block isn't in the ledger. */
function heightOf(ranges: readonly HeightRange[], asked: number | undefined): number | undefined {
  const top = ranges.at(-1)?.to;
  if (asked === undefined) return top;
  if (!includesHeight(ranges, asked)) throw badRequest('bad_request', `Block ${asked} is not in the ledger`);
  return asked;
}

/** Reads the state of Bitcoin's ledger at a height; undefined: the newest one. Throws 400 if the ledger doesn't have it. */
export async function bitcoinStateAt(
  { session, directory, reads }: StateAround,
  asked: number | undefined,
): Promise<BitcoinState> {
  const { ranges, totals } = await reads.bitcoin();
  const height = heightOf(ranges, asked);
  const row = height === undefined ? undefined : await reads.block(height);
  const block = row && {
    height: row.height,
    hash: toDisplayHash(row.hash),
    time: headerTime(row.header),
  };
  const isNewest = height === ranges.at(-1)?.to && !directory.past;
  const state: RiskState = {
    session,
    chain: 'bitcoin',
    network: (totals?.network ?? 'mainnet') as NetworkName,
    directory,
    height: height ?? -1,
    clustersAt: isNewest ? undefined : height,
    reads: isNewest ? reads : createSharedReads(session),
    blockHash: block?.hash ?? null,
  };
  return { state, block, ranges, isComplete: startsAtGenesis(ranges) };
}

/** Reads the state of Ethereum's ledger; as `bitcoinStateAt`. */
export async function ethereumStateAt(
  { session, directory, reads }: StateAround,
  asked: number | undefined,
): Promise<EthereumChainState> {
  const ledger = await reads.ethereum();
  const height = heightOf(ledger.ranges, asked);
  const found = height === undefined ? undefined : await reads.ethereumBlock(height);
  const state: RiskState = {
    session,
    chain: 'ethereum',
    network: 'mainnet',
    directory,
    height: height ?? -1,
    clustersAt: undefined,
    blockHash: null,
    reads,
  };
  return {
    state,
    block: height === undefined || !found ? undefined : { height, ...found },
    ledger,
    fromGenesis: startsAtGenesis(ledger.ranges),
    chainId: ledger.chain?.chainId ?? 0n,
  };
}

/**
 * Returns the height of the other chain that belongs to a state: its newest block that is no newer than that of the state, so that a
 * score changes only with blocks of its own chain. `asked`: another height, or null for none. Undefined: the other chain does not
 * count, because its ledger is empty or begins later.
 */
export async function otherHeightAt(
  { reads }: StateAround,
  other: Blockchain,
  { block }: ChainState,
  asked: number | null | undefined,
): Promise<number | undefined> {
  if (asked !== undefined) return asked ?? undefined;
  return block && reads.heightAtTime(other, block.time);
}
