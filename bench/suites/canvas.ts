import { setTimeout as pause } from 'node:timers/promises';
import {
  aggregate,
  allOf,
  type CanvasDocument,
  type CanvasNode,
  type Change,
  type Connection,
  createHitIndex,
  createReplica,
  curveBetween,
  documentDigest,
  documentOf,
  emptyDocument,
  getOf,
  layOut,
  propose,
  readFile,
  redo,
  type Replica,
  setFields,
  summarize,
  undo,
  writeFile,
} from '@hopscope/canvas';

export interface CanvasFigure {
  what: string;
  /** Number of operations. */
  count: number;
  milliseconds: number;
}

export interface CanvasResult {
  nodes: number;
  connections: number;
  figures: CanvasFigure[];
}

const asset = { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 } as const;

function nodeOf(i: number): CanvasNode {
  const address = `bc1q${i.toString(36).padStart(38, 'q')}`;
  return {
    kind: 'node',
    id: `bitcoin:${address}`,
    type: 'wallet',
    chain: 'bitcoin',
    address,
    label: '',
    x: (i % 300) * 220,
    y: Math.floor(i / 300) * 80,
    color: null,
    traced: i === 0,
    stop: null,
    group: null,
    profile: null,
  };
}

/**
 * Returns a transfer: each node is paid by an earlier one; the other transfers are between nearby nodes, several per pair.
 */
function transferOf(i: number, nodes: readonly CanvasNode[]): Connection | undefined {
  const to = nodes[(i % (nodes.length - 1)) + 1];
  const from = nodes[Math.floor(((i % (nodes.length - 1)) * 7) / 11)];
  if (!from || !to) return undefined;
  const transaction = i.toString(16).padStart(64, '0');
  return {
    kind: 'connection',
    id: `${transaction}:0|${from.id}|${to.id}`,
    from: from.id,
    to: to.id,
    amount: String(9_007_199_254_740_993n + BigInt(i)),
    whole: String(9_007_199_254_740_993n + BigInt(i)),
    asset,
    time: 1_700_000_000 + i * 60,
    height: 800_000 + i,
    transaction,
    utxoKey: `${transaction}:0`,
    fee: '1000',
    color: null,
  };
}

function graphOf(nodeCount: number, connectionCount: number): CanvasDocument {
  const nodes = Array.from({ length: nodeCount }, (_, i) => nodeOf(i));
  const connections = Array.from({ length: connectionCount }, (_, i) => transferOf(i, nodes) ?? []).flat();
  return documentOf([...nodes, ...connections], emptyDocument);
}

function moves(replica: Replica, ids: readonly string[], count: number): Replica {
  let next = replica;
  for (let i = 0; i < count; i++) {
    const node = getOf(next.view.document, 'node', ids[(i * 7919) % ids.length] ?? '');
    const change: Change | null = node ? setFields(node, { x: node.x + 1, y: node.y + (i % 3) }) : null;
    next = propose(next, {
      id: `s${i}`,
      author: 'a',
      time: i,
      title: 'Move',
      changes: change ? [change] : [],
    });
    // Like an editor whose steps are confirmed: nothing is pending.
    next = { ...next, confirmed: next.view, pending: [] };
  }
  return next;
}

/** Measures the canvas in one thread of a page: documents, undo, layouts, sums, files. */
export async function measureCanvas(quick: boolean): Promise<CanvasResult> {
  const [nodes, connections, steps] = quick ? [2000, 20_000, 1000] : [20_000, 200_000, 10_000];
  const figures: CanvasFigure[] = [];
  async function timed<T>(what: string, count: number, work: () => T): Promise<T> {
    await pause(10);
    const begin = performance.now();
    const result = work();
    figures.push({ what, count, milliseconds: performance.now() - begin });
    return result;
  }
  graphOf(500, 2000);
  const document = await timed('records put into a document', nodes + connections, () =>
    graphOf(nodes, connections),
  );
  const ids = allOf(document, 'node').map(({ id }) => id);
  const moved = await timed('steps of one change', steps, () =>
    moves(createReplica(document, 0, 'a'), ids, steps),
  );
  const undone = await timed('steps undone', steps, () => {
    let next = moved;
    for (let i = 0; i < steps; i++) {
      const back = undo(next, () => ({ id: `u${i}`, time: i }));
      next = { ...back, confirmed: back.view, pending: [] };
    }
    return next;
  });
  if (documentDigest(undone.view.document) !== documentDigest(document))
    throw new Error('Undoing everything did not give the document back');
  await timed('steps done again', steps, () => {
    let next = undone;
    for (let i = 0; i < steps; i++) {
      const again = redo(next, () => ({ id: `r${i}`, time: i }));
      next = { ...again, confirmed: again.view, pending: [] };
    }
  });
  const sparse = graphOf(nodes, nodes * 2);
  await timed(`nodes laid out by hops (${nodes * 2} transfers)`, nodes, () => layOut(sparse, 'hops'));
  await timed(`nodes laid out by time (${nodes * 2} transfers)`, nodes, () => layOut(sparse, 'time'));
  const all = allOf(document, 'connection');
  const flows = await timed('transfers aggregated', connections, () => aggregate(all));
  const index = await timed('flows put into the index of hits', flows.length, () =>
    createHitIndex(
      allOf(document, 'node'),
      flows.flatMap(({ id, from, to }) => {
        const [a, b] = [getOf(document, 'node', from), getOf(document, 'node', to)];
        return a && b ? [{ id, curve: curveBetween(a, b) }] : [];
      }),
      [],
    ),
  );
  await timed('hits asked', 1000, () => {
    for (let i = 0; i < 1000; i++) index.hitAt({ x: i * 60, y: i * 5 }, 1);
  });
  await timed('records told in the tree view', nodes, () => {
    const summary = summarize(document);
    for (const id of ids) summary.describe(id);
  });
  const half = graphOf(nodes, nodes);
  const text = await timed('records written into a file', nodes * 2, () => writeFile(half, [], 0));
  const read = await timed('records read from a file', nodes * 2, () => readFile(text));
  if (!read.ok) throw new Error(read.reason);
  await timed('records in a digest', nodes + connections, () => documentDigest(document));
  return { nodes, connections, figures };
}
