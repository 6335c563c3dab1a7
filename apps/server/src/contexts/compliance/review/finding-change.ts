import { z } from 'zod';
import { readBasis, readParties } from '../transactions/screening-result.ts';
import type { ScreeningResult } from '../screening/screen-rows.ts';
import type { DueRow } from '../screening/screening.store.ts';

const state = z.object({
  screening: z.enum(['pending', 'scored', 'not_enough_seen', 'nothing_known', 'not_covered', 'failed']),
  score: z.int().nullable(),
  overThreshold: z.boolean(),
  height: z.int().nullable(),
  directoryVersion: z.int().nullable(),
});
/** What a transaction was screened to be. */
export type FoundState = z.infer<typeof state>;

const entity = z.object({ id: z.string(), name: z.string(), hidden: z.boolean() }).nullable();
const parties = z.array(z.object({ address: z.string(), before: entity, after: entity }));
/** Counterparties with a different owner than before. */
export type ChangedParties = z.infer<typeof parties>;

export interface Change {
  readonly before: FoundState;
  readonly after: FoundState;
  readonly parties: ChangedParties;
}

export const readState = (text: string): FoundState => state.parse(JSON.parse(text));
export const readChangedParties = (text: string): ChangedParties => parties.parse(JSON.parse(text));

/** Stored result before rescreening. */
export function stateOfRow(row: DueRow): FoundState {
  const basis = row.basis === null ? null : readBasis(row.basis);
  return {
    screening: row.screening,
    score: row.risk_score,
    overThreshold: row.over_threshold,
    height: basis?.height ?? null,
    directoryVersion: basis?.directoryVersion ?? null,
  };
}

function changedParties(row: DueRow, { reading }: ScreeningResult): ChangedParties {
  const before = row.counterparties === null ? [] : readParties(row.counterparties).items;
  const known = new Map(before.map((party) => [party.address, party.entity]));
  return (reading?.parties.items ?? []).flatMap(({ address, entity: after }) => {
    const entityBefore = known.get(address);
    if (entityBefore === undefined || entityBefore?.id === after?.id) return [];
    return [{ address, before: entityBefore, after }];
  });
}

/**
 * Returns the differences from the previous screening: score, threshold, or owners of counterparties. Undefined if there are
 * none, or if the two have different subjects: the senders while unconfirmed, the transaction once in a block.
 */
export function changeOf(row: DueRow, found: ScreeningResult): Change | undefined {
  const before = stateOfRow(row);
  const basis = row.basis === null ? null : readBasis(row.basis);
  if (!basis || basis.of !== found.outcome.basis?.of) return undefined;
  const { screening, score } = found.outcome;
  const after: FoundState = {
    screening,
    score,
    overThreshold: score !== null && score >= row.risk_threshold,
    height: found.outcome.basis.height,
    directoryVersion: found.outcome.basis.directoryVersion,
  };
  const moved = changedParties(row, found);
  const same =
    before.screening === screening &&
    before.score === score &&
    before.overThreshold === after.overThreshold &&
    moved.length === 0;
  return same ? undefined : { before, after, parties: moved };
}
