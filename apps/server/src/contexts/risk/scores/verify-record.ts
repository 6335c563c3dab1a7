import { blockchains } from '@hopscope/domain';
import { firstDifference, parseProfile, ProfileError, recordText } from '@hopscope/risk';
import { z } from 'zod';
import { AppError } from '../../../lib/app-error.ts';
import { labelsLookedAt } from '../../directory/attributions/historical-labels.ts';
import type { Scores } from './score.service.ts';

const recordShape = z.looseObject({
  format: z.literal(1),
  basis: z.looseObject({
    blockchain: z.enum(blockchains),
    subject: z.object({
      kind: z.enum(['address', 'cluster', 'transaction', 'entity']),
      id: z.string().min(1),
    }),
    ledger: z.object({ height: z.int().min(0), hash: z.string() }).nullable(),
    other: z.object({ height: z.int().min(0), hash: z.string() }).nullable(),
    directory: z.object({ version: z.int().min(0), asOf: z.iso.date().nullable(), day: z.iso.date() }),
  }),
  profile: z.unknown(),
  answer: z.unknown(),
});

/** `impossible`: it cannot be computed again here, and why. `differs`: the first place, and why that may be. */
export type Verdict =
  | { readonly is: 'equal'; readonly hash: string }
  | { readonly is: 'differs'; readonly place: string; readonly why: readonly string[] }
  | { readonly is: 'impossible'; readonly why: string };

/** Why honest answers may differ; docs/concepts/risk.md. */
const reasons: readonly string[] = [
  'the file was changed after the score was calculated, or',
  'the ledger has additional or different blocks below it, or clusters were behind the ledger at the time, or',
  `the directory had more than ${labelsLookedAt} directly labeled addresses at the time, so inherited labels of earlier versions are unknown, or`,
  'a different version of the application calculated it',
];

function readRecord(text: string) {
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch (error) {
    throw new RangeError(
      `The file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
  const read = recordShape.safeParse(saved);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new RangeError(
      `The file is not a score record: $.${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
    );
  }
  return { saved, basis: read.data.basis, profile: parseProfile(read.data.profile) };
}

/** Computes a saved score again, at its block, directory version, day and profile, and compares the bytes. */
export async function verifyRecord(text: string, scores: Scores): Promise<Verdict> {
  try {
    const { saved, basis, profile } = readRecord(text);
    const { subject, blockchain, ledger, other, directory } = basis;
    const [identifier = '', asset] = subject.id.split(' ');
    const type = subject.kind;
    const { record, hash } = await scores.score(
      {
        identifier,
        type,
        blockchain: type === 'entity' ? undefined : blockchain,
        asset,
        height: ledger?.height,
        otherHeight: other ? other.height : null,
      },
      { profile, directory },
    );
    const again: { basis: unknown } = JSON.parse(recordText(record));
    const basisPlace = firstDifference(basis, again.basis, '$.basis');
    if (basisPlace !== undefined) {
      const moved = (['ledger', 'other'] as const).find((each) => basisPlace.startsWith(`$.basis.${each}`));
      const [saw, has] = moved ? [basis[moved], record.basis[moved]] : [null, null];
      const difference = `block ${saw?.height ?? '(none)'} is ${has?.hash ?? 'missing'} here`;
      const why = moved ? [`${difference}: the score is from a stale branch`] : reasons;
      return { is: 'differs', place: basisPlace, why };
    }
    const place = firstDifference(saved, again);
    return place === undefined ? { is: 'equal', hash } : { is: 'differs', place, why: reasons };
  } catch (error) {
    if (error instanceof ProfileError || error instanceof RangeError || error instanceof AppError) {
      return { is: 'impossible', why: error.message };
    }
    throw error;
  }
}
