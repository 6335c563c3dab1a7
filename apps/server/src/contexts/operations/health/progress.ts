import type { SourceReport, SourceStatus } from '@hopscope/contract';

/** Values computed from successive states of a source. */
type Seen = Pick<SourceReport, 'since' | 'nodeHeight' | 'rate' | 'remainingSeconds'>;

interface Sample {
  readonly at: number;
  readonly height: number;
}

/** The rate is that of the last minute, after a few seconds of samples. */
const windowMs = 60_000;
const leastMs = 2_000;

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Observes one source, and computes its rate and remaining time from successive states. */
export function createProgress({ now }: { now: () => number }) {
  let phase: SourceStatus['phase'] | undefined;
  let since: number | null = null;
  let samples: Sample[] = [];
  let nodeHeight: number | null = null;

  function enter(status: SourceStatus, at: number): void {
    if (phase === status.phase) return;
    phase = status.phase;
    since = seconds(at);
    samples = [];
  }

  function sample(height: number, at: number): void {
    samples = samples.filter((earlier) => earlier.at > at - windowMs);
    samples.push({ at, height });
  }

  function rate(): number | null {
    const [first, last] = [samples[0], samples.at(-1)];
    if (!first || !last || last.at - first.at < leastMs) return null;
    return (Math.abs(last.height - first.height) * 1000) / (last.at - first.at);
  }

  return {
    /** Adds the current state of the source. */
    observe(status: SourceStatus | null): Seen {
      const at = now();
      if (!status) return { since: null, nodeHeight, rate: null, remainingSeconds: null };
      enter(status, at);
      if (status.phase === 'following') nodeHeight = status.height;
      if (status.phase === 'behind') nodeHeight = status.nodeHeight;
      if (status.phase !== 'loading') {
        return { since, nodeHeight, rate: null, remainingSeconds: null };
      }
      nodeHeight = status.target;
      sample(status.height, at);
      const perSecond = rate();
      const left = Math.abs(status.target - status.height);
      const remainingSeconds = perSecond === null || perSecond === 0 ? null : Math.ceil(left / perSecond);
      return { since, nodeHeight, rate: perSecond, remainingSeconds };
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;
