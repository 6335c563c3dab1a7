import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts, int8Array } from '../../shared/byte-keys.ts';
import { emptyForest } from './cluster-forest.ts';
import { addCount, applyCounts, type CountChanges } from './cluster-labels.ts';
import { claimClusters, loadWays } from './cluster-store.ts';

/** A change of the number of direct attributions of an address to an entity; `delta` can be negative. */
export interface LabelChange {
  readonly key: Uint8Array;
  readonly entity: string;
  readonly delta: number;
}

const partSize = 10_000;

/** Merges changes to one per address and entity, without those that cancel out. */
function merge(changes: readonly LabelChange[]): LabelChange[] {
  const merged = new Map<string, LabelChange>();
  for (const change of changes) {
    const name = `${byteKey(change.key)}\u0000${change.entity}`;
    merged.set(name, { ...change, delta: change.delta + (merged.get(name)?.delta ?? 0) });
  }
  return [...merged.values()].filter(({ delta }) => delta !== 0);
}

async function writeLabels(session: SqlSession, changes: readonly LabelChange[]): Promise<void> {
  const more = changes.filter(({ delta }) => delta > 0);
  const fewer = changes.filter(({ delta }) => delta < 0);
  const columns = (part: readonly LabelChange[]): [string[], string[]] => [
    part.map(({ key }) => Buffer.from(key).toString('hex')),
    part.map(({ entity }) => entity),
  ];
  const given = (part: readonly LabelChange[]): string =>
    `unnest($1::text[], $2::text[], ${int8Array(part.map(({ delta }) => delta))}) as d(hex, entity, n)`;
  if (more.length > 0) {
    await session.query(
      `insert into btc_label as l (key, entity, n) select decode(d.hex, 'hex'), d.entity, d.n::int4 from ${given(more)}
       on conflict (key, entity) do update set n = l.n + excluded.n`,
      columns(more),
    );
  }
  if (fewer.length > 0) {
    const match = `l.key = decode(d.hex, 'hex') and l.entity = d.entity`;
    const gone = await session.query(
      `delete from btc_label l using ${given(fewer)} where ${match} and l.n + d.n = 0`,
      columns(fewer),
    );
    const less = await session.query(
      `update btc_label l set n = l.n + d.n::int4 from ${given(fewer)} where ${match} and l.n + d.n > 0`,
      columns(fewer),
    );
    if (gone.affected + less.affected !== fewer.length)
      throw new RangeError('An address has fewer attributions to an entity than are taken away');
  }
}

/**
 * Applies changes of direct attributions within the caller's write transaction: the counts of the affected clusters are
 * exact when it ends. Other writers of clusters (new blocks too) wait for that end, so call it late in the transaction.
 * Throws RangeError if a count would be negative; the caller must then roll back.
 */
export async function relabel(session: SqlSession, changes: readonly LabelChange[]): Promise<void> {
  const { current } = await claimClusters(session);
  for (const part of inParts(merge(changes), partSize)) {
    await writeLabels(session, part);
    if (!current) continue; // the forest is being rebuilt, and will include the attributions
    const forest = emptyForest();
    await loadWays(session, new Map(part.map(({ key }) => [byteKey(key), key])), forest);
    const counts: CountChanges = new Map();
    for (const { key, entity, delta } of part) {
      for (let node = forest.byName.get(byteKey(key)); node; node = node.parent)
        addCount(counts, node.id, entity, BigInt(delta));
    }
    await applyCounts(session, counts);
  }
}
