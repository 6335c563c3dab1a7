import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { byteKey, inParts, int8Array } from '../../shared/byte-keys.ts';
import { newestBetween, type PartedHistory } from '../../shared/newest-between.ts';
import { heightOf, positionOf } from '../../shared/positions.ts';
import type { HeightRange } from '../../shared/ranges.ts';
import { type Account, findAccounts, slotOfAddress } from './accounts.ts';
import { listOf } from '../history/lists.ts';
import { entryCodec } from './entries.ts';
import { chunkOf, placeOfChunk } from '../history/numbered-list.ts';

interface History extends PartedHistory {
  readonly key: string;
  readonly id: bigint;
}

const partSize = 20_000;

function positionsOf(packed: Uint8Array): number[] {
  return entryCodec.unpack(packed).map(({ position }) => position);
}

function historyOf({ id, key, movements: { all } }: Account): History {
  return {
    key: byteKey(key),
    id,
    firstPart: chunkOf(all.lo),
    lastPart: chunkOf(all.hi - 1),
    atHand(part) {
      const place = placeOfChunk(all, part);
      return place === 'row' ? undefined : positionsOf(place === 'tail' ? all.tail : all.head);
    },
  };
}

async function loadChunks(
  session: SqlSession,
  wanted: readonly { history: History; part: number }[],
): Promise<number[][]> {
  const known = new Map<string, number[]>();
  for (const part of inParts(wanted, partSize)) {
    const ids = int8Array(part.map(({ history }) => history.id));
    const { rows } = await session.query<{ id: bigint; chunk: number; entries: Uint8Array }>(
      `select l.id, l.chunk, l.entries from unnest(${ids}, ${int8Array(part.map((each) => each.part))}) as w(id, chunk)
       join eth_list l on l.id = w.id and l.list = $1 and l.chunk = w.chunk`,
      [listOf(undefined, false)],
    );
    for (const row of rows) known.set(`${row.id}/${row.chunk}`, positionsOf(row.entries));
  }
  return wanted.map(({ history, part }) => known.get(`${history.id}/${part}`) ?? []);
}

/**
 * Returns the addresses (20 bytes) that have a movement in blocks of the range (inclusive), by `byteKey`, each with the
 * height of its newest one.
 */
export async function readAffectedAddresses(
  session: SqlSession,
  addresses: readonly Uint8Array[],
  { from, to }: HeightRange,
  slotOf: SlotOf = slotOfAddress,
): Promise<Map<string, number>> {
  const { found } = await findAccounts(session, addresses, slotOf);
  const newest = await newestBetween(
    [...found.values()].map(historyOf),
    { from: positionOf(from, 0), to: positionOf(to + 1, 0) - 1 },
    (wanted) => loadChunks(session, wanted),
  );
  return new Map([...newest].map(([{ key }, position]) => [key, heightOf(position)]));
}
