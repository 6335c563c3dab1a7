/** Script time of recent frames in milliseconds. */
export interface FrameFigures {
  readonly frames: number;
  readonly median: number;
  readonly worst: number;
  /** The latest one. */
  readonly last: number;
}

const stored = 120;

/** Records the times of the last 120 frames. */
export function createFrameFigures(): { add: (ms: number) => void; read: () => FrameFigures } {
  const times: number[] = [];
  let frames = 0;
  return {
    add(ms) {
      frames += 1;
      times.push(ms);
      if (times.length > stored) times.shift();
    },
    read() {
      const sorted = times.toSorted((a, b) => a - b);
      return {
        frames,
        median: sorted[Math.floor(sorted.length / 2)] ?? 0,
        worst: sorted.at(-1) ?? 0,
        last: times.at(-1) ?? 0,
      };
    },
  };
}
