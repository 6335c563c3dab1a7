import { encodeAddress, networks } from '@hopscope/chain';
import type { BehaviorRules, ObservedActivity, Label, Lot, LotReader } from '@hopscope/risk';
import { clustersOf, membersOf } from '../../../ledger/bitcoin/clusters/clusters.ts';
import { readTimes, timeAt } from '../../../ledger/bitcoin/accounts/days.ts';
import { heightOf } from '../../../ledger/bitcoin/positions.ts';
import { readAccount, readActivity } from '../../../ledger/bitcoin/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import type { BitcoinFlows } from './bitcoin-flows.ts';
import { flowOf } from './activity.ts';
import type { Owners, RiskState } from './owners.ts';
import { followPeels, type PositionedPool } from './peel-chains.ts';

/** A subject with everything that walks need. */
export interface Subject {
  /** Owner id. */
  readonly self: string;
  readonly own: readonly Label[];
  readonly roots: readonly Lot[];
  /** What it received beyond the roots. */
  readonly notListed: bigint;
  readonly reader: LotReader;
  /** Whether the ledger has seen it at all. */
  readonly seen: boolean;
  /** Computed after the walks, from their data. Null if there are too many transactions. */
  activity(rules: BehaviorRules): Promise<ObservedActivity | null>;
}

/** Newest transactions of an address, and of all addresses of a cluster together, that walks begin at. */
const mostRoots = 300;
/** Maximum number of addresses of a cluster. */
export const mostMembers = 1000;

interface Past {
  /** Newest transactions, ascending. */
  readonly positions: readonly number[];
  /** Total received. */
  readonly received: bigint;
  readonly total: number;
}

const nothing: Past = { positions: [], received: 0n, total: 0 };

/** The newest transactions of an address up to the state's height. */
async function readPast({ session, height, clustersAt }: RiskState, key: Uint8Array): Promise<Past> {
  const account = await readAccount(session, key);
  if (!account) return nothing;
  const now = clustersAt === undefined;
  // For an earlier height, reads everything: the stored sums are current ones.
  const from = now ? Math.max(0, account.txCount - mostRoots) : 0;
  const entries = (await readActivity(session, account, from, account.txCount - 1)).filter(
    ({ position }) => heightOf(position) <= height,
  );
  return {
    positions: entries.slice(-mostRoots).map(({ position }) => position),
    received: now ? account.received : entries.reduce((sum, { received }) => sum + received, 0n),
    total: now ? account.txCount : entries.length,
  };
}

interface Context {
  readonly owners: Owners;
  readonly flows: BitcoinFlows;
  /** Reads lots of walks, also on the other chain. */
  readonly reader: LotReader;
  /** True if the ledger has every block up to the height. */
  readonly isComplete: boolean;
}

/** An address of Bitcoin, with what it received itself; its cluster is itself on the way. */
export async function bitcoinAddress(state: RiskState, key: Uint8Array, around: Context): Promise<Subject> {
  return bitcoinAddresses(state, [key], around);
}

/** Reads all addresses of a cluster. Undefined if there are too many. */
export async function bitcoinCluster(
  state: RiskState,
  key: Uint8Array,
  around: Context,
): Promise<Subject | undefined> {
  const root = (await clustersOf(state.session, [key])).get(byteKey(key))?.root ?? key;
  const keys = (await membersOf(state.session, root, 0, mostMembers + 1)).map((member) => member.key);
  if (keys.length > mostMembers) return undefined;
  // Of those of now, the ones that were of the same cluster at the state's height.
  const owners = await around.owners.read([key, ...keys]);
  const self = owners.get(byteKey(key))?.id;
  const members = keys.filter((member) => owners.get(byteKey(member))?.id === self);
  return bitcoinAddresses(state, members.length > 0 ? members : [key], around);
}

async function bitcoinAddresses(
  state: RiskState,
  keys: readonly Uint8Array[],
  { owners, flows, reader, isComplete }: Context,
): Promise<Subject> {
  const pasts = new Map<string, Past>();
  for (const key of keys) pasts.set(encodeAddress(key, networks[state.network]), await readPast(state, key));
  const [first] = keys;
  const owner = first && (await owners.read(keys)).get(byteKey(first));
  if (!owner) throw new RangeError('A score is asked of no address');
  const all = [...new Set([...pasts.values()].flatMap(({ positions }) => positions))].sort((a, b) => a - b);
  const positions = all.slice(-mostRoots);
  const paid = await flows.paid(positions, new Set(pasts.keys()));
  const receipts = (await flows.receipts(positions, owner)).filter(
    (lot) => lot.owner !== undefined && pasts.has(lot.owner.address),
  );
  // If it received only change from its owner, that change is traced.
  const roots = receipts.length > 0 ? receipts : paid;
  const sums = [...pasts.values()];
  const received = sums.reduce((sum, past) => sum + past.received, 0n);
  // What is too large to be read is not listed either.
  const counted = paid.reduce((sum, { amount }) => sum + amount, 0n);
  const complete =
    isComplete &&
    keys.length === 1 &&
    owner.id === owner.address &&
    sums.every(({ total }) => total <= mostRoots);
  return {
    self: owner.id,
    own: owner.label ? [owner.label] : [],
    roots,
    notListed: received > counted ? received - counted : 0n,
    reader,
    seen: sums.some(({ total }) => total > 0),
    async activity(rules) {
      const times = await readTimes(state.session, positions.map(heightOf));
      const timesOf = async (asked: readonly number[]): Promise<Map<number, number>> => {
        const missing = asked.map(heightOf).filter((height) => !times.has(height));
        for (const [height, time] of await readTimes(state.session, missing)) times.set(height, time);
        return new Map(asked.map((position) => [position, timeAt(times, position)]));
      };
      const placed: PositionedPool[] = [];
      for (const position of positions) {
        const [pool] = await flows.pools([position]);
        if (pool) placed.push({ position, pool });
      }
      const flowsOfOwner = placed.flatMap(({ position, pool }) => {
        const time = timeAt(times, position);
        return flowOf(pool, { owner: owner.id, time, entities: owners.entities }) ?? [];
      });
      const spendings = await followPeels(flows, placed, {
        owner: owner.id,
        rule: rules.peel_chain,
        timesOf,
      });
      return { flows: flowsOfOwner, spendings, complete, measures: [] };
    },
  };
}

/** Reads a Bitcoin transaction with all its outputs. Undefined if it isn't in the ledger up to the height. */
export async function bitcoinTransaction(
  state: RiskState,
  txid: Uint8Array,
  { flows, reader }: Context,
): Promise<Subject | undefined> {
  const found = (await state.reads.transactionsById(txid)).filter(
    ({ position }) => heightOf(position) <= state.height,
  );
  const tx = found.at(-1);
  if (!tx) return undefined;
  const [pool] = await flows.pools([tx.position]);
  const roots = (pool?.entries ?? []).flatMap((entry) =>
    entry.flow === 'out' && 'lot' in entry ? [entry.lot] : [],
  );
  return {
    self: pool?.id ?? '',
    own: [],
    roots,
    notListed: pool ? 0n : tx.record.outputs.reduce((sum, { value }) => sum + value, 0n),
    reader,
    seen: true,
    activity: async () => null,
  };
}
