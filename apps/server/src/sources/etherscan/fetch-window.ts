import { equalBytes, toHex } from '@hopscope/chain';
import type { ListWindow, RemoteList } from '../../ledger/ethereum/remote/by-address.ts';
import { SourceError } from '../shared/source-error.ts';
import type { EtherscanApi } from './etherscan-api.ts';
import { type ReadRow, readRow } from './read-rows.ts';

/** Rows of a list within a range of blocks, as received. */
export interface FetchedWindow extends Omit<ListWindow, 'movements'> {
  rows: ReadRow[];
  /** Message about why the list can't be continued. */
  problem: string | undefined;
}

/** Services that return fewer rows than requested truncate at round numbers. */
const roundNumber = 50;

interface Asked {
  api: EtherscanApi;
  chainId: bigint;
  window: number;
  list: RemoteList;
  key: Uint8Array;
  from: number;
  to: number;
  /** Last block that no reorganization can change. */
  settled: number;
}

/** Parses rows, and rejects those that weren't requested. */
function readRows(reported: readonly unknown[], from: number, { list, key, to, chainId }: Asked): ReadRow[] {
  let height = from;
  return reported.map((entry) => {
    const row = readRow(list, entry, chainId);
    if (row.height < height || row.height > to) {
      throw new SourceError(
        'contradictory',
        'The service returned rows of other blocks, or in the wrong order',
      );
    }
    height = row.height;
    if (!row.parties.some((party) => equalBytes(party, key))) {
      throw new SourceError('contradictory', 'The service returned rows of a different address');
    }
    return row;
  });
}

/** Removes duplicate rows. */
function withoutTwins(rows: readonly ReadRow[]): ReadRow[] {
  const seen = new Set<string>();
  return rows.filter(({ identity }) => {
    if (identity === undefined) return true;
    const fresh = !seen.has(identity);
    seen.add(identity);
    return fresh;
  });
}

/**
 * Fetches rows of a list from a block on. If the service returns no more at once, drops the last block, which may be
 * incomplete, and ends the window before it. At the end of the chain, which may still change, windows continue from that
 * block until they reach the end. Returns undefined if the provider has no such list. Throws SourceError.
 */
export async function fetchWindow(asked: Asked): Promise<FetchedWindow | undefined> {
  const { api, window, list, key, from, to, settled } = asked;
  const rows: ReadRow[] = [];
  const ended = (loaded: number, problem?: string): FetchedWindow => ({
    list,
    from,
    loaded,
    settled: Math.max(from - 1, Math.min(loaded, settled)),
    rows: withoutTwins(rows),
    problem,
  });
  for (let start = from; start <= to; ) {
    const reported = await api.list(list, { address: `0x${toHex(key)}`, from: start, to });
    if (!reported) return undefined;
    const found = readRows(reported, start, asked);
    const last = found.at(-1)?.height;
    const cut = found.length >= window || found.length % roundNumber === 0;
    if (last === undefined || !cut) {
      rows.push(...found);
      break;
    }
    const complete = found.filter(({ height }) => height < last);
    if (complete.length === 0 && found.length >= window) {
      return ended(last - 1, `Block ${last} has more rows of this address than the service returns.`);
    }
    if (complete.length === 0) {
      rows.push(...found);
      start = last + 1;
      continue;
    }
    rows.push(...complete);
    if (last - 1 <= settled) return ended(last - 1);
    start = last;
  }
  return ended(Math.max(to, from - 1));
}
