import {
  allOf,
  type Basis,
  type BundleScore,
  type CanvasDocument,
  type Missing,
  type Step,
} from '@hopscope/canvas';
import { flowEvidenceLimits as limits } from '@hopscope/contract';
import { z } from 'zod';
import { isRefusal } from '../../../lib/app-error.ts';
import type { Call, createRisk } from '../../risk/risk.service.ts';

const answered = z.looseObject({ answer: z.looseObject({ overall100: z.int().nullable() }) });

/** Returns the basis of the step that last set a score of a node. */
function basesOfScores(steps: readonly Step[]): Map<string, Basis | undefined> {
  const found = new Map<string, Basis | undefined>();
  for (const { changes, basis } of steps)
    for (const one of changes) {
      if (one.change === 'create' && one.record.kind === 'node') found.set(one.record.id, basis);
      if (one.change === 'set' && one.kind === 'node' && 'profile' in one.after) found.set(one.id, basis);
    }
  return found;
}

/** Recalculates the scores of a drawing at the block and day of their steps; different ones are reported as missing. */
export async function collectScores(
  risk: Pick<ReturnType<typeof createRisk>, 'record'>,
  call: Call,
  { document, steps }: { document: CanvasDocument; steps: readonly Step[] },
): Promise<{ scores: BundleScore[]; missing: Missing[] }> {
  const bases = basesOfScores(steps);
  const scores: BundleScore[] = [];
  const missing: Missing[] = [];
  let left: number = limits.scores;
  for (const { id, address, profile } of allOf(document, 'node')) {
    const points = profile?.risk ?? null;
    if (points === null) continue;
    const lack = (why: string): void => void missing.push({ what: 'score', id, why });
    const basis = bases.get(id);
    if (address === null || !basis) {
      lack('No step specifies its block and directory release.');
      continue;
    }
    if (left === 0) {
      lack(`A bundle can have at most ${limits.scores} score records.`);
      continue;
    }
    left -= 1;
    call.signal.throwIfAborted();
    try {
      const { text, hash } = await risk.record(call, {
        body: { identifier: address, type: 'address' },
        height: basis.height ?? undefined,
        asOf: basis.directoryDay,
      });
      const record: unknown = JSON.parse(text);
      const own = answered.parse(record).answer.overall100;
      if (own === points) scores.push({ node: id, hash, record });
      else
        lack(
          `Recalculated with the current directory and profile, the score at that block and day is ${own ?? 'unknown'}.`,
        );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      lack(error.message.slice(0, 400));
    }
  }
  return { scores, missing };
}
