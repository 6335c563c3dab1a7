import { toHex } from '@hopscope/chain';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { kyselyOver } from '../../../db/dialect.ts';
import type { SqlSession } from '../../../db/session.ts';
import { remoteKinds } from '../../../ledger/ethereum/remote/by-address.ts';
import { lockMonitored } from './watchlist.ts';
import { confirm, type AddressMatch, type Standing, disconnectRemote, writeMatches } from './matches.ts';

export type Sum = { contract: Uint8Array | undefined; amount: bigint };

/**
 * Returns the effect of a transaction on an address as one match: incoming ether, otherwise the first incoming token;
 * otherwise outgoing in the same order. Ignores fees, unique tokens (ERC-721, ERC-1155), and transfers that look fabricated.
 */
export function chooseSum(
  sums: readonly Sum[],
): { direction: AddressMatch['direction']; sum: Sum } | undefined {
  const byEther = [...sums].sort(
    (a, b) => Number(a.contract !== undefined) - Number(b.contract !== undefined),
  );
  const came = byEther.find(({ amount }) => amount > 0n);
  if (came) return { direction: 'in', sum: came };
  const went = byEther.find(({ amount }) => amount < 0n);
  return went && { direction: 'out', sum: { ...went, amount: -went.amount } };
}

/** Stored transactions of an address: positions and effects. */
export interface RemoteTransactions {
  readonly places: readonly Standing[];
  readonly matches: readonly AddressMatch[];
}

interface NetRow {
  hash: string;
  height: number;
  time: bigint;
  token: Uint8Array | null;
  net: string;
}

const fee = remoteKinds.indexOf('fee');

/** `which`: of the movements with a number. */
async function readTransactions(
  session: SqlSession,
  key: Uint8Array,
  which: RawBuilder<SqlBool>,
): Promise<RemoteTransactions> {
  const counts = sql`kind <> ${fee} and spam = 0 and token_id is null`;
  const { rows } = await sql<NetRow>`
    select encode(hash, 'hex') as hash, height, min(time) as time, token,
      (coalesce(sum(amount) filter (where receiver = ${key} and ${counts}), 0)
        - coalesce(sum(amount) filter (where sender = ${key} and ${counts}), 0))::text as net
    from eth_remote_movement where key = ${key} and number is not null and ${which}
    group by hash, height, token order by min(number)`.execute(kyselyOver(session));
  const places: Standing[] = [];
  const matches: AddressMatch[] = [];
  for (const [txid, own] of Map.groupBy(rows, ({ hash }) => hash)) {
    const [first] = own;
    if (!first) continue;
    const { height } = first;
    const at = Number(first.time) * 1000;
    places.push({ txid, height, at });
    const sums = own.map(({ token, net }): Sum => ({ contract: token ?? undefined, amount: BigInt(net) }));
    const chosen = chooseSum(sums);
    if (!chosen) continue;
    const { direction, sum } = chosen;
    matches.push({ key, txid, direction, contract: sum.contract, amount: sum.amount, height, at });
  }
  return { places, matches };
}

/** Transactions that movements with numbers from one to below another are of, as a whole. */
export function readRemoteRange(
  session: SqlSession,
  key: Uint8Array,
  { from, to }: { from: number; to: number },
): Promise<RemoteTransactions> {
  const hashes = sql`select hash from eth_remote_movement where key = ${key} and number >= ${from} and number < ${to}`;
  return readTransactions(session, key, sql`hash in (${hashes})`);
}

/**
 * Screens the transactions of an address from a block on as reported by a remote provider, in the transaction that stores
 * them. Withdraws rows that are no longer reported, and moves others to their current block. `to`: last stored block; null:
 * none above. Prevents additions of addresses until it ends.
 */
export async function matchRemoteEthereum(
  session: SqlSession,
  key: Uint8Array,
  { from, to }: { from: number; to: number | null },
): Promise<void> {
  const db = kyselyOver(session);
  await lockMonitored(session);
  // The screening of a past reads what is held: neither sees half of the other.
  await db.selectFrom('eth_remote').select('height').forUpdate().execute();
  const ofKey = db
    .selectFrom('monitored_address as m')
    .where('m.chain', '=', 'ethereum')
    .where('m.key', '=', Buffer.from(key));
  if (!(await ofKey.select('m.id').limit(1).executeTakeFirst())) return;
  const { places, matches } = await readTransactions(session, key, sql`height >= ${from}`);
  const there = new Set(places.map(({ txid }) => txid));
  const confirmed = ofKey
    .innerJoin('compliance_transaction as t', 't.address_id', 'm.id')
    .select('t.txid')
    .distinct()
    .where('t.presence', '=', 'confirmed')
    .where('t.height', '>=', from);
  const rows = await (to === null ? confirmed : confirmed.where('t.height', '<=', to)).execute();
  const gone = rows.map(({ txid }) => toHex(txid)).filter((txid) => !there.has(txid));
  await disconnectRemote(session, 'ethereum', [...places, ...gone.map((txid) => ({ txid, height: null }))]);
  await confirm(session, 'ethereum', places);
  await writeMatches(session, 'ethereum', matches);
}
