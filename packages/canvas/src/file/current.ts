import {
  type CanvasNode,
  conversion,
  connection,
  type Connection,
  drawing,
  group,
  node,
  note,
  outcome,
  profile,
  step,
  type Step,
} from '@hopscope/contract/flow-document';
import { fixedDecimal } from '@hopscope/domain';
import { z } from 'zod';
import { allOf, type CanvasDocument } from '../document/document.ts';
import { type Aggregate, aggregate } from '../trace/aggregate.ts';
import { hopsFromTraced } from '../trace/hops.ts';
import { nameOf } from '../trace/summary.ts';

/** The version that is written. 1 is the file of. */
export const fileVersion = 2;

const facts = profile.shape;

/** Dollars with two decimals. */
const dollars = z.string().regex(/^(0|[1-9]\d{0,37})\.\d{2}$/);

/** A node as the file has it: the fields of, and what else a record has. */
const fileNode = node.omit({ kind: true, label: true, group: true, profile: true }).extend({
  /** User-defined name; `label` is the displayed name. */
  ownLabel: node.shape.label,
  groupId: node.shape.group,
  /** False: not read yet, and the fields below are meaningless. */
  profiled: z.boolean(),
  entityId: facts.entityId,
  entityType: facts.entityType,
  name: facts.name,
  bo: facts.beneficialOwner,
  custodian: facts.custodian,
  logoUrl: facts.logoUrl,
  risk: facts.risk,
  balance: facts.balance,
  received: facts.received,
  spent: facts.spent,
  transactions: facts.transactions,
  usdValue: dollars.nullable(),
  coinJoin: facts.coinJoin,
});

/** A transfer as the file has it. The fields of that follow from others are written for readers, and not read. */
const fileConnection = connection
  .omit({ kind: true, transaction: true, color: true })
  .extend({ txHash: connection.shape.transaction, customColor: connection.shape.color });

export const currentFile = z.object({
  version: z.literal(fileVersion),
  timestamp: z.string().max(40),
  nodes: z.array(fileNode),
  connections: z.array(fileConnection),
  /** Missing without one. */
  conversions: z.array(conversion).default([]),
  drawings: z.array(drawing),
  notes: z.array(note),
  groups: z.array(group),
  /** Results of auto-traces; missing without one. */
  outcomes: z.array(outcome).default([]),
  steps: z.array(step),
});
export type CurrentFile = z.infer<typeof currentFile>;

const none = {
  entityId: null,
  entityType: null,
  name: null,
  bo: null,
  custodian: null,
  logoUrl: null,
  risk: null,
  balance: null,
  received: null,
  spent: null,
  transactions: null,
  usdValue: null,
  coinJoin: false,
};

function dollarsOf(cents: string | null): string | null {
  return cents === null ? null : fixedDecimal(BigInt(cents), 2);
}

function writeNode(record: CanvasNode) {
  const { group: groupId, profile: known, ...one } = record;
  const label = nameOf(record);
  const fields = { ...one, kind: undefined, label, ownLabel: one.label, groupId };
  if (!known) return { ...fields, profiled: false, ...none };
  const { beneficialOwner, usdCents, ...rest } = known;
  return { ...fields, profiled: true, ...rest, bo: beneficialOwner, usdValue: dollarsOf(usdCents) };
}

/** ISO 8601; null also beyond what dates reach. */
function dateText(time: number | null): string | null {
  return time === null || Math.abs(time) > 8.64e12 ? null : new Date(time * 1000).toISOString();
}

/** Fields of about the line that a transfer is part of: all transfers of an asset between the same two nodes. */
function aggregateFields(id: string, line: Aggregate) {
  const isAggregated = line.connections.length > 1;
  const isFirst = line.connections[0]?.id === id;
  return {
    isAggregated,
    utxoCount: line.connections.length,
    /** Once for each line, at its oldest transfer. */
    originalConnections: isAggregated && isFirst ? line.connections.map((one) => one.id) : [],
    groupId: isAggregated ? line.id : null,
  };
}

function writeConnection(
  { transaction, color, ...one }: Connection,
  { type, line }: { type: 'in' | 'out'; line: Aggregate },
) {
  return {
    ...one,
    kind: undefined,
    txHash: transaction,
    customColor: color,
    currency: one.asset.symbol,
    date: dateText(one.time),
    type,
    ...aggregateFields(one.id, line),
  };
}

/** Converts a document to the content of a file. `timestamp`: seconds since 1970. */
export function fileOf(document: CanvasDocument, steps: readonly Step[], timestamp: number): object {
  const places = hopsFromTraced(document);
  const connections = allOf(document, 'connection');
  const lines = new Map(
    aggregate(connections).flatMap((line) => line.connections.map(({ id }) => [id, line] as const)),
  );
  const outcomes = allOf(document, 'outcome');
  const conversions = allOf(document, 'conversion');
  const hops = (id: string): number => places.get(id)?.distance ?? Number.POSITIVE_INFINITY;
  return {
    version: fileVersion,
    timestamp: new Date(timestamp * 1000).toISOString(),
    nodes: allOf(document, 'node').map(writeNode),
    connections: connections.flatMap((one) => {
      const line = lines.get(one.id);
      return line ? [writeConnection(one, { type: hops(one.to) < hops(one.from) ? 'in' : 'out', line })] : [];
    }),
    ...(conversions.length > 0 && { conversions }),
    drawings: allOf(document, 'drawing'),
    notes: allOf(document, 'note'),
    groups: allOf(document, 'group'),
    ...(outcomes.length > 0 && { outcomes }),
    steps,
  };
}

export function nodeOf(one: CurrentFile['nodes'][number]): CanvasNode {
  const { id, type, chain, address, x, y, color, traced, stop, groupId, ownLabel } = one;
  const { entityId, entityType, name, bo, custodian, logoUrl, risk, balance, received, spent } = one;
  const usdCents = one.usdValue === null ? null : BigInt(one.usdValue.replace('.', '')).toString();
  const known = { entityId, entityType, name, beneficialOwner: bo, custodian, logoUrl, risk, balance };
  return {
    kind: 'node',
    id,
    type,
    chain,
    address,
    label: ownLabel,
    x,
    y,
    color,
    traced,
    stop,
    group: groupId,
    profile: one.profiled
      ? { ...known, received, spent, transactions: one.transactions, usdCents, coinJoin: one.coinJoin }
      : null,
  };
}

export function connectionOf({
  txHash,
  customColor,
  ...one
}: CurrentFile['connections'][number]): Connection {
  return { kind: 'connection', ...one, transaction: txHash, color: customColor };
}
