import { encodeAddress, networks, toDisplayHash } from '@hopscope/chain';
import type { CallOutput, getAddressCluster } from '@hopscope/contract';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import {
  type Cluster,
  type ClusterMember,
  clustersOf,
  clustersUpTo,
  membersOf,
} from '../../../ledger/bitcoin/clusters/clusters.ts';
import { createBitcoinLedger, type NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import { readRanges } from '../../../ledger/bitcoin/ranges.ts';
import { readTxids } from '../../../ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../ledger/native-hashing.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { presentCoverage } from '../blocks/coverage.ts';
import { parseBitcoinAddress } from '../../../lib/identifiers.ts';
import { type Page, paginate } from '../blocks/pagination.ts';

type ClusterAnswer = Omit<CallOutput<typeof getAddressCluster>, 'success'>;
type Evidence = NonNullable<ClusterAnswer['data']['evidence']>;

/** Transactions per batch while clusters catch up, between which other work can run. */
const transactionsAtATime = 2_000;

/** Serves clusters of addresses that were spent together, and keeps them up to date with the blocks. */
export function createClusters({
  db,
  network,
}: {
  db: SqlDatabase;
  /** The network of the requested addresses. */
  network: () => Promise<NetworkName>;
}) {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });

  /** Returns the transactions at these positions. */
  async function evidenceOf(
    session: SqlSession,
    positions: readonly number[],
  ): Promise<(position: number) => Evidence> {
    const txids = await readTxids(session, positions);
    return (position) => {
      const txid = txids.get(position);
      if (!txid) throw new RangeError(`Transaction at ${position} is missing`);
      return { txid: toDisplayHash(txid), block: heightOf(position) };
    };
  }

  async function pageOf(session: SqlSession, cluster: Cluster, page: Page): Promise<ClusterMember[]> {
    return cluster.size < 2 ? [] : membersOf(session, cluster.root, (page.page - 1) * page.limit, page.limit);
  }

  return {
    /**
     * Returns the cluster of an address and a page of its members, from one snapshot. Throws 400 for a malformed address.
     */
    async ofAddress(text: string, page: Page): Promise<ClusterAnswer> {
      const own = await network();
      const address = parseBitcoinAddress(text, own);
      return inTransaction(db, 'read only', async (session) => {
        const coverage = presentCoverage(await readRanges(session));
        const upTo = await clustersUpTo(session);
        const cluster = (await clustersOf(session, [address.key])).get(byteKey(address.key));
        const frame = { blockchain: 'bitcoin' as const, coverage };
        if (upTo < 0 || !cluster) {
          const data = { address: address.text, cospend_id: null, size: null, up_to: null, evidence: null };
          return { ...frame, data, members: [], pagination: paginate(page, 0) };
        }
        const members = await pageOf(session, cluster, page);
        const positions = members.map(({ evidence }) => evidence);
        if (cluster.evidence !== null) positions.push(cluster.evidence);
        const present = await evidenceOf(session, positions);
        return {
          ...frame,
          data: {
            address: address.text,
            cospend_id: encodeAddress(cluster.root, networks[own]),
            size: cluster.size,
            up_to: upTo,
            evidence: cluster.evidence === null ? null : present(cluster.evidence),
          },
          members: members.map(({ key, evidence }) => ({
            addr: encodeAddress(key, networks[own]),
            evidence: present(evidence),
          })),
          pagination: paginate(page, cluster.size < 2 ? 0 : cluster.size),
        };
      });
    },

    /**
     * Updates clusters to the newest block if they are behind, after an upgrade or after blocks were added below others.
     */
    async catchUp(signal: AbortSignal): Promise<void> {
      const behind = await inTransaction(db, 'read only', async (session) => {
        const top = (await readRanges(session)).at(-1)?.to ?? -1;
        return (await clustersUpTo(session)) < top;
      });
      if (!behind) return;
      while (!signal.aborted && (await ledger.catchUpClusters(transactionsAtATime)).behind);
    },
  };
}
