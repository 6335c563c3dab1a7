import { toHex } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/contract';
import type { SqlSession } from '../../../db/session.ts';
import { inParts, int8Array } from '../../../ledger/shared/byte-keys.ts';

/** What a transaction does to an address that may be monitored. */
export interface AddressMatch {
  readonly key: Uint8Array;
  /** As people write it, hex. */
  readonly txid: string;
  readonly direction: 'in' | 'out';
  /** Of Ethereum: the token; undefined is the chain's own coin. */
  readonly contract: Uint8Array | undefined;
  /** Net, in the smallest unit. */
  readonly amount: bigint;
  /** Of its block; undefined while it waits. */
  readonly height: number | undefined;
  /** Of its block, or when it was first seen; milliseconds since 1970. */
  readonly at: number;
}

/** Current position of a transaction. */
export interface Standing {
  readonly txid: string;
  readonly height: number;
  /** Block time, milliseconds since 1970. */
  readonly at: number;
}

/** Why a transaction is withdrawn. */
export interface Withdrawal {
  readonly txid: string;
  readonly because: 'replaced' | 'evicted' | 'conflict';
  readonly by: string | undefined;
}

const partSize = 10_000;
/** Times of blocks lie up to two hours beside the clock (the rule of Bitcoin's nodes for the future). */
export const toleranceHours = 2;
/** Due immediately: screening processes everything due before now. */
const due = 'to_timestamp(0)';

const next = (id: string): string =>
  `coalesce((select max(h.number) from compliance_event h where h.transaction_id = ${id}), 0) + 1`;

/** Returns SQL that writes events for rows returned by a statement named `moved`. */
const insertEventsSql = (kind: string, note = 'null'): string =>
  `insert into compliance_event (transaction_id, number, organization_id, kind, at, before, after, note)
   select m.id, ${next('m.id')}, m.organization_id, '${kind}', now(), null, m.after, ${note} from moved m`;

/** Rows of these transactions. */
const named = (presence: string): string =>
  `t.chain = $1 and t.presence ${presence} and t.txid in (select decode(h, 'hex') from unnest($2::text[]) as h)`;

/**
 * Locks rows in a fixed order before changing them: after waiting for another change, a statement would number its events
 * without that change's events.
 */
async function lockRows(session: SqlSession, where: string, params: readonly unknown[]): Promise<void> {
  await session.query(
    `select t.id from compliance_transaction t where ${where} order by t.id for update`,
    params,
  );
}

/**
 * Writes transactions of monitored addresses: one row per address and organization, idempotent. Blocks from before an address
 * was monitored are left to its past screening, which passes its entry; if past screening was requested, older blocks are
 * screened as they are added.
 */
export async function writeMatches(
  session: SqlSession,
  chain: Blockchain,
  matches: readonly AddressMatch[],
  pastOf: string | null = null,
): Promise<void> {
  for (const part of inParts(matches, partSize)) {
    await session.query(
      `with moved as (
         insert into compliance_transaction (id, organization_id, address_id, chain, txid, address, client_id, direction, contract,
           amount, presence, height, happened_at, seen_at, screening, next_attempt_at)
         select gen_random_uuid(), m.organization_id, m.id, $1, decode(h.txid, 'hex'), m.address, m.client_id, h.direction,
           decode(h.contract, 'hex'), h.amount::numeric, case when h.height < 0 then 'unconfirmed' else 'confirmed' end,
           nullif(h.height, -1)::int4, to_timestamp(h.at / 1000.0), now(), 'pending', ${due}
         from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
           ${int8Array(part.map(({ height = -1 }) => height))}, ${int8Array(part.map(({ at }) => at))})
           as h(key, txid, direction, contract, amount, height, at)
         join monitored_address m on m.chain = $1 and m.key = decode(h.key, 'hex') and m.deleted_at is null and m.is_active
         where (h.direction = 'in' or m.outgoing)
           and case when $7::uuid is null
             then h.height < 0 or to_timestamp(h.at / 1000.0) >= least(m.screen_from - interval '${toleranceHours} hours', m.past_from)
             else m.id = $7::uuid end
         on conflict (organization_id, chain, txid, address_id) do update
           set direction = excluded.direction, contract = excluded.contract, amount = excluded.amount,
             screening = 'pending', next_attempt_at = ${due}
           where (compliance_transaction.direction, compliance_transaction.amount)
             is distinct from (excluded.direction, excluded.amount)
         returning id, organization_id, xmax = 0 as fresh, height, height::text as after
       ), told as (select * from moved where fresh)
       insert into compliance_event (transaction_id, number, organization_id, kind, at, after)
       select t.id, 1, t.organization_id, case when t.height is null then 'seen' else 'confirmed' end, now(), t.after from told t`,
      [
        chain,
        part.map(({ key }) => toHex(key)),
        part.map(({ txid }) => txid),
        part.map(({ direction }) => direction),
        part.map(({ contract }) => (contract ? toHex(contract) : null)),
        part.map(({ amount }) => String(amount)),
        pastOf,
      ],
    );
  }
}

/**
 * Updates matches after spent outputs of unconfirmed transactions became known. Existing rows are corrected, even to no
 * effect, and rescreened.
 */
export async function correct(
  session: SqlSession,
  chain: Blockchain,
  matches: readonly AddressMatch[],
): Promise<void> {
  for (const part of inParts(matches, partSize)) {
    const txids = part.map(({ txid }) => txid);
    await lockRows(session, named('is not null'), [chain, txids]);
    await session.query(
      `update compliance_transaction t
       set direction = h.direction, amount = h.amount::numeric, screening = 'pending', next_attempt_at = ${due}, attempts = 0
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as h(txid, key, direction, amount)
       join monitored_address m on m.chain = $1 and m.key = decode(h.key, 'hex')
       where t.chain = $1 and t.txid = decode(h.txid, 'hex') and t.address_id = m.id
         and (t.direction, t.amount) is distinct from (h.direction, h.amount::numeric)`,
      [
        chain,
        txids,
        part.map(({ key }) => toHex(key)),
        part.map(({ direction }) => direction),
        part.map(({ amount }) => String(amount)),
      ],
    );
  }
}

/** Whether a transaction of a monitored address is outside the chain: waits for a block, or was withdrawn. */
export async function hasOpen(session: SqlSession, chain: Blockchain): Promise<boolean> {
  const { rows } = await session.query<{ open: boolean }>(
    `select exists (select 1 from compliance_transaction where chain = $1 and presence <> 'confirmed') as open`,
    [chain],
  );
  return rows[0]?.open ?? false;
}

/** Those that wait, or were withdrawn, are in the chain now, and screened again. */
export async function confirm(
  session: SqlSession,
  chain: Blockchain,
  standing: readonly Standing[],
): Promise<void> {
  for (const part of inParts(standing, partSize)) {
    await lockRows(session, named(`<> 'confirmed'`), [chain, part.map(({ txid }) => txid)]);
    await session.query(
      `with moved as (
         update compliance_transaction t
         set presence = 'confirmed', dropped_because = null, replaced_by = null, height = s.height::int4,
           happened_at = to_timestamp(s.at / 1000.0), screening = 'pending', next_attempt_at = ${due}, attempts = 0
         from unnest($2::text[], ${int8Array(part.map(({ height }) => height))}, ${int8Array(part.map(({ at }) => at))})
           as s(txid, height, at)
         where t.chain = $1 and t.presence <> 'confirmed' and t.txid = decode(s.txid, 'hex')
         returning t.id, t.organization_id, t.height::text as after
       ) ${insertEventsSql('confirmed')}`,
      [chain, part.map(({ txid }) => txid)],
    );
  }
}

/** Those that were withdrawn and wait again. */
export async function wait(session: SqlSession, chain: Blockchain, txids: readonly string[]): Promise<void> {
  for (const part of inParts(txids, partSize)) {
    await lockRows(session, named(`= 'withdrawn'`), [chain, part]);
    await session.query(
      `with moved as (
         update compliance_transaction t
         set presence = 'unconfirmed', dropped_because = null, replaced_by = null, height = null, screening = 'pending',
           next_attempt_at = ${due}, attempts = 0
         from unnest($2::text[]) as s(txid)
         where t.chain = $1 and t.presence = 'withdrawn' and t.txid = decode(s.txid, 'hex')
         returning t.id, t.organization_id, null::text as after
       ) ${insertEventsSql('seen')}`,
      [chain, part],
    );
  }
}

/**
 * Withdraws unconfirmed matches. Already withdrawn ones record that a block has made them impossible. A confirmed payment
 * that became impossible is a reversed payment: it is due, so that screening raises an alert.
 */
export async function withdraw(
  session: SqlSession,
  chain: Blockchain,
  withdrawals: readonly Withdrawal[],
): Promise<void> {
  for (const part of inParts(withdrawals, partSize)) {
    await lockRows(session, named(`<> 'confirmed'`), [chain, part.map(({ txid }) => txid)]);
    await session.query(
      `with moved as (
         update compliance_transaction t
         set presence = 'withdrawn', dropped_because = s.because, replaced_by = decode(s.by_txid, 'hex'),
           next_attempt_at = case when s.because = 'conflict' and exists (
             select 1 from compliance_event h where h.transaction_id = t.id and h.kind = 'confirmed'
           ) then ${due} else t.next_attempt_at end
         from unnest($2::text[], $3::text[], $4::text[]) as s(txid, because, by_txid)
         where t.chain = $1 and t.txid = decode(s.txid, 'hex') and (t.presence = 'unconfirmed' or
           t.presence = 'withdrawn' and s.because = 'conflict'
             and (t.dropped_because, t.replaced_by) is distinct from ('conflict', decode(s.by_txid, 'hex')))
         returning t.id, t.organization_id, t.dropped_because as after, s.by_txid as note
       ) ${insertEventsSql('withdrawn', 'm.note')}`,
      [
        chain,
        part.map(({ txid }) => txid),
        part.map(({ because }) => because),
        part.map(({ by }) => by ?? null),
      ],
    );
  }
}

/** Withdraws all unconfirmed matches, because no source reports unconfirmed transactions any longer. */
export async function withdrawAll(session: SqlSession, chain: Blockchain): Promise<void> {
  await lockRows(session, `t.chain = $1 and t.presence = 'unconfirmed'`, [chain]);
  await session.query(
    `with moved as (
       update compliance_transaction t set presence = 'withdrawn', dropped_because = 'evicted'
       where t.chain = $1 and t.presence = 'unconfirmed'
       returning t.id, t.organization_id, t.dropped_because as after
     ) ${insertEventsSql('withdrawn')}`,
    [chain],
  );
}

/** Withdraws the matches of a disconnected block until another block or the mempool includes them. */
export async function disconnect(session: SqlSession, chain: Blockchain, height: number): Promise<void> {
  await lockRows(session, `t.chain = $1 and t.presence = 'confirmed' and t.height = $2`, [chain, height]);
  await session.query(
    `with moved as (
       update compliance_transaction t
       set presence = 'withdrawn', dropped_because = 'reorganized', height = null
       where t.chain = $1 and t.presence = 'confirmed' and t.height = $2
       returning t.id, t.organization_id, t.dropped_because as after
     ) ${insertEventsSql('withdrawn', `'block ' || $2::text`)}`,
    [chain, height],
  );
}

/**
 * Withdraws transactions that the remote provider reports in another block, or in none (`height` null), until they are
 * confirmed again.
 */
export async function disconnectRemote(
  session: SqlSession,
  chain: Blockchain,
  standing: readonly { readonly txid: string; readonly height: number | null }[],
): Promise<void> {
  for (const part of inParts(standing, partSize)) {
    const txids = part.map(({ txid }) => txid);
    await lockRows(session, named(`= 'confirmed'`), [chain, txids]);
    await session.query(
      `with moved as (
         update compliance_transaction t
         set presence = 'withdrawn', dropped_because = 'reorganized', height = null
         from unnest($2::text[], ${int8Array(part.map(({ height }) => height ?? -1))}) as s(txid, height)
         join compliance_transaction was on was.chain = $1 and was.txid = decode(s.txid, 'hex')
         where t.id = was.id and t.presence = 'confirmed' and t.height is distinct from s.height
         returning t.id, t.organization_id, t.dropped_because as after, was.height as height
       ) ${insertEventsSql('withdrawn', `'block ' || m.height::text`)}`,
      [chain, txids],
    );
  }
}

/**
 * Starts the past screening of all monitored addresses of a chain in the background, after blocks were added without
 * matching.
 */
export async function screenHistories(session: SqlSession, chain: Blockchain): Promise<void> {
  await session.query(
    `update monitored_address set past_from = least(screen_from - interval '${toleranceHours} hours', past_from), past_left = null,
       past_done_at = null
     where chain = $1 and deleted_at is null and is_active`,
    [chain],
  );
}
