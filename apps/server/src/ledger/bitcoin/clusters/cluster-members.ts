import type { SqlSession } from '../../../db/session.ts';
import { int8Array } from '../../shared/byte-keys.ts';
import type { ClusterNode } from './cluster-forest.ts';

interface Member {
  readonly id: bigint;
  readonly key: Uint8Array;
}

/** Members number `from` to before `to` of a node; `at`: their offset in the page. */
interface Segment extends Member {
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

/** A child and its range of numbers within its parent. */
interface Child {
  segment: bigint;
  id: bigint;
  key: Uint8Array;
  place: bigint;
  size: bigint;
}

/** Reads the children of all segments that contain some of their members. */
async function readChildren(session: SqlSession, segments: readonly Segment[]): Promise<Child[]> {
  const list = (of: (segment: Segment) => bigint | number): string => int8Array(segments.map(of));
  const { rows } = await session.query<Child>(
    `select d.segment, c.id, c.key, c.place, c.size
     from unnest(${list(({ id }) => id)}, ${list(({ from }) => from)}, ${list(({ to }) => to)})
       with ordinality as d(id, lo, hi, segment)
     cross join lateral (
       select id, key, place, size from btc_cluster b where b.parent = d.id and b.place < d.hi
         and b.place >= coalesce((select max(f.place) from btc_cluster f where f.parent = d.id and f.place <= d.lo), 0)
     ) c`,
  );
  return rows;
}

/**
 * Returns members number `from` to `from + count − 1` of a node. A child contains the numbers from its place on, as many as
 * its size. So each level takes one read of the children that overlap the page, and there are at most log2 of the size
 * levels.
 */
export async function readMembers(
  session: SqlSession,
  root: ClusterNode,
  from: number,
  count: number,
): Promise<Member[]> {
  const page: Member[] = [];
  const to = Math.min(root.size, from + count);
  let open: Segment[] = from < to ? [{ id: root.id, key: root.key, from, to, at: 0 }] : [];
  while (open.length > 0) {
    const next: Segment[] = [];
    for (const { id, key, from: first, at } of open) if (first === 0) page[at] = { id, key };
    const larger = open.filter((segment) => segment.to > 1);
    const children = larger.length > 0 ? await readChildren(session, larger) : [];
    for (const child of children) {
      const segment = larger[Number(child.segment) - 1];
      if (!segment) continue;
      const place = Number(child.place);
      const start = Math.max(segment.from, place);
      const end = Math.min(segment.to, place + Number(child.size));
      if (start >= end) continue;
      const at = segment.at + start - segment.from;
      next.push({ id: child.id, key: child.key, from: start - place, to: end - place, at });
    }
    open = next;
  }
  return page;
}
