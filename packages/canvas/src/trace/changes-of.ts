import type {
  Basis,
  CanvasNode,
  Change,
  Connection,
  ConversionRecord,
  Profile,
  Query,
  Step,
} from '@hopscope/contract/flow-document';
import { blockchains } from '@hopscope/domain';
import type { Point } from '../geometry/point.ts';
import { setFields } from '../document/changes.ts';
import { allOf, type CanvasDocument, getOf, sameValue } from '../document/document.ts';
import { createFreeSlots } from './free-slots.ts';
import { outcomeOf, type Stop } from './outcome.ts';

/** What the ledger answered, of any query. */
export interface Answer {
  /** Each with its fields as the canvas draws it; their ends are node ids. */
  readonly transfers: readonly Connection[];
  /** What became another asset, or crossed to the other chain, on the way. */
  readonly conversions?: readonly ConversionRecord[];
  /** What is known of addresses, by node id. */
  readonly parties: readonly { readonly id: string; readonly profile: Profile }[];
  /** Where tracing stopped; if a node has several reasons, the first one is marked on it. */
  readonly stops?: readonly Stop[];
}

/** Returns the wallet of a node ID `<chain>:<address>`; null if it isn't one. */
export function walletNode(id: string, at: Point, profile: Profile | null): CanvasNode | null {
  const colon = id.indexOf(':');
  const chain = blockchains.find((one) => one === id.slice(0, colon));
  const address = id.slice(colon + 1);
  if (!chain || address === '') return null;
  const { x, y } = at;
  const empty = { label: '', color: null, traced: false, stop: null, group: null };
  return { kind: 'node', id, type: 'wallet', chain, address, x, y, ...empty, profile };
}

const sameAddress = (a: string, b: string): boolean =>
  a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase());

function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : [];
}

/** Addresses that a question starts from. */
function startsOf(query: Query): string[] {
  if (query.kind === 'trace' || query.kind === 'expand') return [query.address];
  if (query.kind === 'path') return textsIn(query.question['from']);
  const starts = query.question['starts'];
  return Array.isArray(starts)
    ? starts.flatMap((one) => (one && typeof one === 'object' ? textsIn(Reflect.get(one, 'address')) : []))
    : [];
}

/** Node ids of addresses, as the answer (or else the document) writes them. */
function startIds(document: CanvasDocument, query: Query, answer: Answer): string[] {
  if (query.kind === 'trace') return [`${query.chain}:${query.address}`];
  const known = new Set<string>();
  for (const { from, to } of answer.transfers) known.add(from).add(to);
  for (const { id } of answer.parties) known.add(id);
  for (const { id } of allOf(document, 'node')) known.add(id);
  return startsOf(query).flatMap((address) => {
    const found = [...known].find((id) => sameAddress(id.slice(id.indexOf(':') + 1), address));
    return found ?? (query.kind === 'expand' ? `${query.chain}:${query.address}` : []);
  });
}

interface Drawing {
  readonly document: CanvasDocument;
  readonly changes: Change[];
  readonly added: Map<string, CanvasNode>;
  readonly places: ReturnType<typeof createFreeSlots>;
  readonly profiles: ReadonlyMap<string, Profile>;
}

function nodeAt({ document, added }: Drawing, id: string): CanvasNode | undefined {
  return added.get(id) ?? getOf(document, 'node', id);
}

function place(drawing: Drawing, id: string, at: Point): void {
  const node = walletNode(id, at, drawing.profiles.get(id) ?? null);
  if (node) drawing.added.set(id, node);
}

type Ends = Pick<Connection, 'from' | 'to'>;

/** Places the ends of transfers, first to last; one with no end drawn waits until it has one, or begins a picture of its own. */
function placeEnds(drawing: Drawing, transfers: readonly Ends[]): void {
  let waiting = transfers.filter(
    ({ from, to }) => walletNode(from, origin, null) && walletNode(to, origin, null),
  );
  while (waiting.length > 0) {
    const left: Ends[] = [];
    for (const transfer of waiting) {
      const from = nodeAt(drawing, transfer.from);
      const to = nodeAt(drawing, transfer.to);
      if (from && !to) place(drawing, transfer.to, drawing.places.beside(from.id, from, 1));
      else if (to && !from) place(drawing, transfer.from, drawing.places.beside(to.id, to, -1));
      else if (!from && !to) left.push(transfer);
    }
    const [first] = left;
    if (first && left.length === waiting.length) place(drawing, first.from, drawing.places.alone());
    waiting = left;
  }
}

const origin: Point = { x: 0, y: 0 };

/** Facts that can be updated: confirmation and fee. Colors belong to users. */
function reported(existing: Connection, transfer: Connection): Change | null {
  const { amount, whole, asset, time, height, transaction, utxoKey, fee } = transfer;
  const facts = { amount, whole, time, height, transaction, utxoKey, fee };
  const sameAsset = existing.asset.symbol === asset.symbol && existing.asset.decimals === asset.decimals;
  return setFields(existing, sameAsset ? facts : { ...facts, asset });
}

/** Fields of nodes that are on the canvas already, or begin as something else than plain. */
function markNodes(drawing: Drawing, query: Query, answer: Answer, starts: readonly string[]): void {
  const marks = new Map<string, Partial<CanvasNode>>();
  const mark = (id: string, fields: Partial<CanvasNode>): void => {
    marks.set(id, { ...marks.get(id), ...fields });
  };
  for (const { node, reason } of (answer.stops ?? []).toReversed())
    if (node !== null) mark(node, { stop: reason });
  for (const id of starts) {
    if (query.kind === 'trace' || query.kind === 'auto') mark(id, { traced: true });
    if (query.kind === 'expand') mark(id, { stop: null });
  }
  for (const { id, profile } of answer.parties) {
    const existing = getOf(drawing.document, 'node', id);
    const fresh = existing?.profile === null || (query.kind === 'trace' && starts.includes(id));
    if (existing && fresh) mark(id, { profile });
  }
  for (const [id, fields] of marks) {
    const added = drawing.added.get(id);
    if (added) drawing.added.set(id, { ...added, ...fields });
    else {
      const existing = getOf(drawing.document, 'node', id);
      const change = existing && setFields(existing, fields);
      if (change) drawing.changes.push(change);
    }
  }
}

/**
 * Converts an answer to changes of a document: tracing adds the node of an address; expanding adds
 * counterparties and the selected transfers, without duplicates. Payers are placed 220 left of the node they paid, payees 220
 * right of their payer, 80 apart, never on another node. An auto-trace also records where it ended. Deterministic.
 */
export function changesOf(document: CanvasDocument, query: Query, answer: Answer): Change[] {
  const nodes = allOf(document, 'node');
  const drawing: Drawing = {
    document,
    changes: [],
    added: new Map(),
    places: createFreeSlots(nodes),
    profiles: new Map(answer.parties.map(({ id, profile }) => [id, profile])),
  };
  const chosen = query.kind === 'expand' && query.chosen ? new Set(query.chosen) : null;
  const transfers =
    query.kind === 'trace' ? [] : answer.transfers.filter(({ id }) => !chosen || chosen.has(id));
  const starts = startIds(document, query, answer);
  for (const id of starts) if (!nodeAt(drawing, id)) place(drawing, id, drawing.places.alone());
  const conversions = answer.conversions ?? [];
  placeEnds(drawing, [...transfers, ...conversions]);
  markNodes(drawing, query, answer, starts);
  for (const record of drawing.added.values()) drawing.changes.push({ change: 'create', record });
  const visited = new Set<string>();
  for (const transfer of transfers) {
    if (visited.has(transfer.id) || !nodeAt(drawing, transfer.from) || !nodeAt(drawing, transfer.to))
      continue;
    visited.add(transfer.id);
    const existing = getOf(document, 'connection', transfer.id);
    const change: Change | null = existing
      ? reported(existing, transfer)
      : { change: 'create', record: { ...transfer, kind: 'connection', color: null } };
    if (change) drawing.changes.push(change);
  }
  for (const record of new Map(conversions.map((each) => [each.id, each])).values()) {
    const isNew = !getOf(document, 'conversion', record.id);
    const hasEnds = nodeAt(drawing, record.from) && nodeAt(drawing, record.to);
    if (isNew && hasEnds) drawing.changes.push({ change: 'create', record });
  }
  const outcome = outcomeOf(query, answer.stops ?? [], starts);
  const known = outcome && getOf(document, 'outcome', outcome.id);
  if (outcome && known && !sameValue(known, outcome)) {
    const change = setFields(known, outcome);
    if (change) drawing.changes.push(change);
  } else if (outcome && !known) drawing.changes.push({ change: 'create', record: outcome });
  return drawing.changes;
}

function titleOf(query: Query): string {
  switch (query.kind) {
    case 'trace':
      return `Trace ${query.address}`;
    case 'expand':
      return `Expand ${query.address}`;
    case 'auto':
      return 'Auto-trace';
    case 'path':
      return 'Find path';
  }
}

/** Returns the step of a query, with request and basis, so that it can be replayed. */
export function queryStep(
  document: CanvasDocument,
  { query, answer, basis }: { query: Query; answer: Answer; basis: Basis },
  stamp: Pick<Step, 'id' | 'time' | 'author'>,
): Step {
  return { ...stamp, title: titleOf(query), changes: changesOf(document, query, answer), query, basis };
}
