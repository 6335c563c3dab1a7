import { nobleHashing, type Hashing, toHex } from '@hopscope/chain';
import { type Step, step as stepShape } from '@hopscope/contract/flow-document';
import { canonicalJsonV2 } from '@hopscope/domain';
import { z } from 'zod';
import type { OrderedStep } from '../history/replica.ts';

/** Before the first step. */
export const noStep = '0'.repeat(64);

const lineShape = z.strictObject({
  sequence: z.int().min(1),
  previous: z.string(),
  hash: z.string(),
  step: stepShape,
});

function hashOf(previous: string, { sequence, step }: OrderedStep, hashing: Hashing): string {
  const text = canonicalJsonV2({ previous, sequence, step });
  return toHex(hashing.sha256(new TextEncoder().encode(text)));
}

/**
 * The log as lines of canonical JSON, each with the SHA-256 of itself (without `hash`) and with that of the line before it, so that
 * none can be changed, left out or moved without all that follow.
 */
export function writeSteps(
  steps: readonly OrderedStep[],
  hashing: Hashing = nobleHashing,
): { text: string; last: string } {
  let last = noStep;
  const lines = steps.map((one) => {
    const previous = last;
    last = hashOf(previous, one, hashing);
    return `${canonicalJsonV2({ sequence: one.sequence, previous, hash: last, step: one.step })}\n`;
  });
  return { text: lines.join(''), last };
}

export interface ReadSteps {
  readonly steps: readonly Step[];
  readonly last: string;
  /** What is wrong, and where. */
  readonly faults: readonly string[];
}

/** Reads a log that `writeSteps` wrote and checks its chain. */
export function readSteps(text: string, hashing: Hashing = nobleHashing): ReadSteps {
  const faults: string[] = [];
  const steps: Step[] = [];
  const ids = new Set<string>();
  let last = noStep;
  const lines = text === '' ? [] : text.split('\n');
  if (lines.length > 0 && lines.pop() !== '') faults.push('The log does not end with a newline.');
  for (const [i, line] of lines.entries()) {
    const place = `Step ${i + 1}`;
    let parsed: ReturnType<typeof lineShape.safeParse>;
    try {
      parsed = lineShape.safeParse(JSON.parse(line));
    } catch {
      faults.push(`${place} is not valid JSON.`);
      break;
    }
    if (!parsed.success) {
      faults.push(`${place}: ${parsed.error.issues[0]?.message ?? 'is malformed'}`);
      break;
    }
    const { sequence, previous, hash, step } = parsed.data;
    if (canonicalJsonV2(parsed.data) !== line) faults.push(`${place} is not in canonical form.`);
    if (sequence !== i + 1) faults.push(`${place} has the number ${sequence}.`);
    if (previous !== last) faults.push(`${place} does not follow the previous step.`);
    if (hashOf(previous, { sequence, step }, hashing) !== hash)
      faults.push(`${place} does not match its hash.`);
    if (ids.has(step.id)) faults.push(`${place} has the ID of an earlier step.`);
    ids.add(step.id);
    last = hash;
    steps.push(step);
  }
  return { steps, last, faults };
}
