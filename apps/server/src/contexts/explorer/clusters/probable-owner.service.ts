import { encodeAddress, networks, toDisplayHash } from '@hopscope/chain';
import type { CallOutput, getProbableOwner, OwnerLinkView } from '@hopscope/contract';
import {
  changeOdds,
  type ChangeSurroundings,
  findProbableOwner,
  isPayment,
  type OwnerLink,
  roundedDown,
} from '@hopscope/risk';
import { inTransaction, type SqlDatabase, type SqlSession } from '../../../db/session.ts';
import { createChangeSurroundings } from '../../../ledger/bitcoin/change-surroundings.ts';
import { riskTransaction } from '../../../ledger/bitcoin/clusters/cluster-rule.ts';
import {
  type Cluster,
  clustersOf,
  clustersUpTo,
  membersOf,
} from '../../../ledger/bitcoin/clusters/clusters.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { type FoundTx, readTxsAt } from '../../../ledger/bitcoin/lookups.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import { readRanges } from '../../../ledger/bitcoin/ranges.ts';
import { readAccountPage } from '../../../ledger/bitcoin/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { parseBitcoinAddress } from '../../../lib/identifiers.ts';
import { presentCoverage } from '../blocks/coverage.ts';

type Answer = Omit<CallOutput<typeof getProbableOwner>, 'success'>;

/** Limits of a search: clusters and addresses of the answer, transactions in all, and what is read of each. */
const most = { parts: 100, transactions: 500, members: 100, transactionsOfEach: 100 };

/** A payment that probably has change, between two addresses. */
interface Change {
  readonly payer: Uint8Array;
  readonly change: Uint8Array;
  readonly evidence: OwnerLinkView;
}

/** Finds what a search asks for in one snapshot of the ledger. */
function createSearch(
  session: SqlSession,
  { odds, own, isComplete }: { odds: number; own: NetworkName; isComplete: boolean },
) {
  const readSurroundings = createChangeSurroundings(session, { isComplete });
  const addressOf = (key: Uint8Array): string => encodeAddress(key, networks[own]);
  const clusters = new Map<string, Cluster>();
  /** Changes of transactions that were read, by position. */
  const changes = new Map<number, readonly Change[]>();

  function changesOf(found: FoundTx, around: ChangeSurroundings): Change[] {
    const tx = riskTransaction(found.record);
    const payer = found.record.inputs
      .map(({ prevout }) => (prevout.kind === 'known' ? prevout.key : undefined))
      .find((key) => key !== undefined);
    if (!payer || !isPayment(tx)) return [];
    return (changeOdds(tx, around)?.outputs ?? []).flatMap(({ output, probability, signals }) => {
      const change = found.record.outputs[output]?.key;
      if (!change || probability < odds) return [];
      const evidence: OwnerLinkView = {
        txid: toDisplayHash(found.txid),
        block: heightOf(found.position),
        payer: addressOf(payer),
        change: addressOf(change),
        output,
        probability: roundedDown(probability),
        signals: [...signals],
      };
      return [{ payer, change, evidence }];
    });
  }

  /** Returns the positions of the transactions of a part, the newest of each address, and whether these are all. */
  async function positionsOf({
    root,
    size,
  }: Cluster): Promise<{ positions: Set<number>; complete: boolean }> {
    const keys = size < 2 ? [root] : (await membersOf(session, root, 0, most.members)).map(({ key }) => key);
    const positions = new Set<number>();
    let complete = keys.length === size;
    for (const key of keys) {
      const page = await readAccountPage(session, key, { skip: 0, limit: most.transactionsOfEach });
      for (const { position } of page?.entries ?? []) positions.add(position);
      complete &&= (page?.account.txCount ?? 0) <= most.transactionsOfEach;
    }
    return { positions, complete };
  }

  return {
    clusters,
    get transactions() {
      return changes.size;
    },

    /** Returns the name of the part that an address belongs to. */
    async partOf(key: Uint8Array): Promise<string | undefined> {
      const cluster = (await clustersOf(session, [key])).get(byteKey(key));
      if (cluster) clusters.set(byteKey(cluster.root), cluster);
      return cluster && byteKey(cluster.root);
    },

    async linksOf(part: string): Promise<{ links: OwnerLink<OwnerLinkView>[]; complete: boolean }> {
      const cluster = clusters.get(part);
      if (!cluster) throw new RangeError('A part without cluster');
      const { positions, complete } = await positionsOf(cluster);
      const unread = [...positions].filter((position) => !changes.has(position));
      const read = unread.slice(0, most.transactions - changes.size);
      const txs = await readTxsAt(session, read);
      const aroundOf = await readSurroundings(txs);
      for (const found of txs) changes.set(found.position, changesOf(found, aroundOf(found)));
      const all = [...positions].flatMap((position) => changes.get(position) ?? []);
      const roots = await clustersOf(
        session,
        all.flatMap(({ payer, change }) => [payer, change]),
      );
      const links = all.flatMap(({ payer, change, evidence }): OwnerLink<OwnerLinkView>[] => {
        const ends = [payer, change].flatMap((key) => roots.get(byteKey(key)) ?? []);
        const names = ends.map(({ root }) => byteKey(root));
        if (!names.includes(part)) return [];
        ends.forEach((end, i) => clusters.set(names[i] ?? '', end));
        const to = names.find((name) => name !== part);
        return to === undefined ? [] : [{ to, probability: evidence.probability, evidence }];
      });
      return { links, complete: complete && read.length === unread.length };
    },
  };
}

/** Finds the addresses that probably have the same owner, through change outputs. */
export function createProbableOwner({
  db,
  network,
}: {
  db: SqlDatabase;
  /** The network of the requested addresses. */
  network: () => Promise<NetworkName>;
}) {
  return {
    /** Returns the parts of the probable owner of an address, from one snapshot. Throws 400 for a malformed address. */
    async ofAddress(text: string, odds: number): Promise<Answer> {
      const own = await network();
      const address = parseBitcoinAddress(text, own);
      return inTransaction(db, 'read only', async (session) => {
        const coverage = presentCoverage(await readRanges(session));
        const frame = { blockchain: 'bitcoin' as const, coverage };
        const upTo = await clustersUpTo(session);
        const search = createSearch(session, { odds, own, isComplete: coverage.kind === 'complete' });
        const start = upTo < 0 ? undefined : await search.partOf(address.key);
        if (start === undefined) {
          const data = {
            address: address.text,
            odds,
            addresses: null,
            transactions: 0,
            complete: false,
            up_to: null,
          };
          return { ...frame, data, parts: [] };
        }
        const { parts, complete } = await findProbableOwner(start, {
          least: odds,
          most: most.parts,
          linksOf: search.linksOf,
          isSpent: () => search.transactions >= most.transactions,
        });
        const present = parts.map(({ part, weakest, link }) => {
          const cluster = search.clusters.get(part);
          if (!cluster) throw new RangeError('A part without cluster');
          const addr = encodeAddress(cluster.root, networks[own]);
          return { addr, size: cluster.size, weakest, link: link?.evidence ?? null };
        });
        const addresses = present.reduce((sum, { size }) => sum + size, 0);
        const data = {
          address: address.text,
          odds,
          addresses,
          transactions: search.transactions,
          complete,
          up_to: upTo,
        };
        return { ...frame, data, parts: present };
      });
    },
  };
}
