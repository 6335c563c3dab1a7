import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { remoteKinds } from '../../../ledger/ethereum/remote/by-address.ts';
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

/** `which`: of the movements with a number, as SQL with parameters from $2 on. */
async function readTransactions(
  session: SqlSession,
  key: Uint8Array,
  which: { where: string; params: readonly unknown[] },
): Promise<RemoteTransactions> {
  const counts = `kind <> ${fee} and spam = 0 and token_id is null`;
  const { rows } = await session.query<NetRow>(
    `select encode(hash, 'hex') as hash, height, min(time) as time, token,
       (coalesce(sum(amount) filter (where receiver = $1 and ${counts}), 0)
         - coalesce(sum(amount) filter (where sender = $1 and ${counts}), 0))::text as net
     from eth_remote_movement where key = $1 and number is not null and ${which.where}
     group by hash, height, token order by min(number)`,
    [key, ...which.params],
  );
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
  const range = 'select hash from eth_remote_movement where key = $1 and number >= $2 and number < $3';
  return readTransactions(session, key, { where: `hash in (${range})`, params: [from, to] });
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
  await session.query('select last from monitored_change_counter for share');
  // Serializes with past screening, which reads the stored history.
  await session.query('select height from eth_remote for update');
  const { rows: entries } = await session.query(
    `select 1 from monitored_address where chain = 'ethereum' and key = $1 limit 1`,
    [key],
  );
  if (entries.length === 0) return;
  const { places, matches } = await readTransactions(session, key, { where: 'height >= $2', params: [from] });
  const there = new Set(places.map(({ txid }) => txid));
  const { rows } = await session.query<{ txid: Uint8Array }>(
    `select distinct t.txid from monitored_address m join compliance_transaction t on t.address_id = m.id
     where m.chain = 'ethereum' and m.key = $1 and t.presence = 'confirmed' and t.height >= $2
       and ($3::int4 is null or t.height <= $3)`,
    [key, from, to],
  );
  const gone = rows.map(({ txid }) => toHex(txid)).filter((txid) => !there.has(txid));
  await disconnectRemote(session, 'ethereum', [...places, ...gone.map((txid) => ({ txid, height: null }))]);
  await confirm(session, 'ethereum', places);
  await writeMatches(session, 'ethereum', matches);
}
