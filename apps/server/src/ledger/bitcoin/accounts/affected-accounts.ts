import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { byteKey, inParts, int8Array } from '../../shared/byte-keys.ts';
import { newestBetween, type PartedHistory } from '../../shared/newest-between.ts';
import type { HeightRange } from '../../shared/ranges.ts';
import { slotOfKey } from './accounts.ts';
import { chunkEntries, unpackActivity } from './activity.ts';
import { heightOf, positionOf } from '../positions.ts';

interface History extends PartedHistory {
  readonly key: string;
  readonly id: bigint;
}

const partSize = 20_000;

function positionsOf(packed: Uint8Array): number[] {
  return unpackActivity(packed).map(({ position }) => position);
}

function historyOf(row: { id: bigint; key: Uint8Array; tx_count: number; tail: Uint8Array }): History {
  const full = Math.floor(row.tx_count / chunkEntries);
  const tail = row.tx_count % chunkEntries === 0 ? undefined : positionsOf(row.tail);
  return {
    key: byteKey(row.key),
    id: row.id,
    firstPart: 0,
    lastPart: tail ? full : full - 1,
    atHand: (part) => (part === full ? tail : undefined),
  };
}

async function readHistories(
  session: SqlSession,
  keys: readonly Uint8Array[],
  slotOf: SlotOf,
): Promise<History[]> {
  const found: History[] = [];
  let open = keys.map((key) => ({ name: byteKey(key), id: slotOf(key) }));
  while (open.length > 0) {
    const at = new Map<bigint, History>();
    for (const part of inParts([...new Set(open.map(({ id }) => id))], partSize)) {
      const { rows } = await session.query<{
        id: bigint;
        key: Uint8Array;
        tx_count: number;
        tail: Uint8Array;
      }>(`select id, key, tx_count, tail from btc_account where id = any(${int8Array(part)})`);
      for (const row of rows) at.set(row.id, historyOf(row));
    }
    const behind: typeof open = [];
    for (const { name, id } of open) {
      const history = at.get(id);
      if (history?.key === name) found.push(history);
      else if (history) behind.push({ name, id: BigInt.asIntN(64, id + 1n) });
    }
    open = behind;
  }
  return found;
}

async function loadChunks(
  session: SqlSession,
  wanted: readonly { history: History; part: number }[],
): Promise<number[][]> {
  const known = new Map<string, number[]>();
  for (const part of inParts(wanted, partSize)) {
    const ids = int8Array(part.map(({ history }) => history.id));
    const { rows } = await session.query<{ id: bigint; chunk: number; entries: Uint8Array }>(
      `select a.id, a.chunk, a.entries from unnest(${ids}, ${int8Array(part.map((each) => each.part))}) as w(id, chunk)
       join btc_activity a on a.id = w.id and a.chunk = w.chunk`,
    );
    for (const row of rows) known.set(`${row.id}/${row.chunk}`, positionsOf(row.entries));
  }
  return wanted.map(({ history, part }) => known.get(`${history.id}/${part}`) ?? []);
}

/**
 * Returns the address keys that have a transaction in blocks of the range (inclusive), by `byteKey`, each with the height of
 * its newest one. Looks up accounts, so the cost doesn't depend on the size of the blocks.
 */
export async function readAffectedKeys(
  session: SqlSession,
  keys: readonly Uint8Array[],
  { from, to }: HeightRange,
  slotOf: SlotOf = slotOfKey,
): Promise<Map<string, number>> {
  const newest = await newestBetween(
    await readHistories(session, keys, slotOf),
    { from: positionOf(from, 0), to: positionOf(to + 1, 0) - 1 },
    (wanted) => loadChunks(session, wanted),
  );
  return new Map([...newest].map(([{ key }, position]) => [key, heightOf(position)]));
}
