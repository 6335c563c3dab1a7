import { blockchains, canonicalJsonV2 } from '@hopscope/domain';
import { z } from 'zod';
import {
  type CanvasRecord,
  connection,
  conversion,
  drawing,
  group,
  node,
  note,
  outcome,
  record,
  type RecordKind,
} from './records.ts';
import { isPlainText } from './plain-text.ts';

const words = (most: number) => z.string().max(most).refine(isPlainText, 'contains control characters');

/** Fields that identify a record and never change. */
export const identity: Readonly<Record<RecordKind, readonly string[]>> = {
  node: ['kind', 'id', 'type', 'chain', 'address'],
  connection: ['kind', 'id', 'from', 'to'],
  conversion: ['kind', 'id', 'from', 'to'],
  drawing: ['kind', 'id', 'shape'],
  note: ['kind', 'id'],
  group: ['kind', 'id'],
  outcome: ['kind', 'id'],
};

const fieldsOf = {
  node: node.omit({ kind: true, id: true, type: true, chain: true, address: true }).partial().strict(),
  connection: connection.omit({ kind: true, id: true, from: true, to: true }).partial().strict(),
  conversion: conversion.omit({ kind: true, id: true, from: true, to: true }).partial().strict(),
  /** Fields of all shapes; those that a shape doesn't have are dropped. */
  drawing: z
    .object({
      ...drawing.options[0].omit({ kind: true, id: true, shape: true }).shape,
      ...drawing.options[1].omit({ kind: true, id: true, shape: true }).shape,
      ...drawing.options[2].omit({ kind: true, id: true, shape: true }).shape,
      ...drawing.options[3].omit({ kind: true, id: true, shape: true }).shape,
    })
    .partial()
    .strict(),
  note: note.omit({ kind: true, id: true }).partial().strict(),
  group: group.omit({ kind: true, id: true }).partial().strict(),
  outcome: outcome.omit({ kind: true, id: true }).partial().strict(),
} as const;

const setOf = <K extends RecordKind>(kind: K) =>
  z.object({
    change: z.literal('set'),
    kind: z.literal(kind),
    id: z.string().min(1).max(600),
    before: fieldsOf[kind],
    after: fieldsOf[kind],
  });

/** A change of one record. `before` of `set` has the same fields as `after`. */
export const change = z.union([
  z.object({ change: z.literal('create'), record }),
  z.object({ change: z.literal('remove'), record }),
  z.discriminatedUnion('kind', [
    setOf('node'),
    setOf('connection'),
    setOf('conversion'),
    setOf('drawing'),
    setOf('note'),
    setOf('group'),
    setOf('outcome'),
  ]),
]);

/** Fields of a record by name, as in the schemas of the records. */
export type Fields = Readonly<Record<string, unknown>>;

export type Change =
  | { readonly change: 'create'; readonly record: CanvasRecord }
  | { readonly change: 'remove'; readonly record: CanvasRecord }
  | {
      readonly change: 'set';
      readonly kind: RecordKind;
      readonly id: string;
      readonly before: Fields;
      readonly after: Fields;
    };

function hasOneForm(value: unknown): boolean {
  try {
    return canonicalJsonV2(value).length <= 20_000;
  } catch {
    return false;
  }
}

/** Request body of the query; whole numbers only, at most 20,000 characters. */
const question = z
  .record(z.string().max(40), z.unknown())
  .refine(hasOneForm, 'has fractions or is longer than 20,000 characters');
const address = z.string().min(1).max(200);

/** Number of response lines used, if the stream was canceled. */
const lines = z.int().min(0).optional();

/** Query to the ledger. */
export const query = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trace'), chain: z.enum(blockchains), address }),
  z.object({
    kind: z.literal('expand'),
    chain: z.enum(blockchains),
    address,
    question,
    /** Ids of the transfers that were picked from the answer; null: all. */
    chosen: z.array(z.string().max(600)).max(10_000).nullable(),
  }),
  z.object({ kind: z.literal('auto'), question, lines }),
  z.object({ kind: z.literal('path'), question, lines }),
]);
export type Query = z.infer<typeof query>;

/** The state of ledger and directory that an answer is of. */
export const basis = z.object({
  blockchain: z.enum(blockchains),
  /** Null: the ledger has no block. */
  height: z.int().min(0).nullable(),
  blockHash: z.string().max(66).nullable(),
  directoryVersion: z.int().min(0),
  /** Day (UTC) at which the directory is evaluated, `YYYY-MM-DD`. */
  directoryDay: z.iso.date(),
  /** The block of the other chain, into which the answer could continue. */
  other: z
    .object({
      blockchain: z.enum(blockchains),
      height: z.int().min(0),
      blockHash: z.string().max(66),
    })
    .optional(),
});
export type Basis = z.infer<typeof basis>;

const stepId = z.string().min(1).max(64);

/** One action of one person, or a part of one: undone and done again as a whole. */
export const step = z.object({
  id: stepId,
  author: words(200),
  /** Seconds since 1970. */
  time: z.int(),
  /** What was done, for the log. */
  title: words(200),
  changes: z.array(change).max(250_000),
  query: query.optional(),
  basis: basis.optional(),
  /** ID of the step, by the same author, that this one undoes. */
  undoes: stepId.optional(),
  /** Id of the step of the same author that this one does again. */
  redoes: stepId.optional(),
  /** ID of the first step, by the same author, of an action that is too large for one step: undone and done again with it. */
  continues: stepId.optional(),
});

export interface Step {
  readonly id: string;
  readonly author: string;
  readonly time: number;
  readonly title: string;
  readonly changes: readonly Change[];
  readonly query?: Query | undefined;
  readonly basis?: Basis | undefined;
  readonly undoes?: string | undefined;
  readonly redoes?: string | undefined;
  readonly continues?: string | undefined;
}
