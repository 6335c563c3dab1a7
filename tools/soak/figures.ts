/** Figures of one moment. */
export interface Figures {
  /** Since the beginning. */
  hours: number;
  /** Resident memory of the server in MB (10^6 bytes), without the database. */
  memory: number;
  /** What JavaScript uses of it: the heap, and buffers outside of the heap; MB. */
  heap: number;
  external: number;
  /** Open file descriptors of the server. */
  files: number;
  /** Heights of both ledgers. */
  heights: readonly number[];
  /** All requests until now. */
  requests: number;
  /** Milliseconds of the responses since the last moment. */
  p50: number;
  p99: number;
}

type Metrics = Pick<Figures, 'memory' | 'heap' | 'external' | 'files' | 'heights'>;

/** Reads the metrics of the server. */
export async function readMetrics(url: string): Promise<Metrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valuesOf = (name: string): number[] =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) =>
      Number(value),
    );
  const megabytes = (name: string): number => (valuesOf(name)[0] ?? Number.NaN) / 1e6;
  return {
    memory: megabytes('process_resident_memory_bytes'),
    heap: megabytes('hopscope_memory_bytes\\{kind="heap"\\}'),
    external: megabytes('hopscope_memory_bytes\\{kind="external"\\}'),
    files: valuesOf('process_open_fds')[0] ?? Number.NaN,
    heights: valuesOf('hopscope_ledger_height'),
  };
}

/**
 * Slope of a line through the memory of all moments (least squares), and its standard error, in MB an hour; the slope is NaN
 * with fewer than two, the error with fewer than three.
 */
export function growthPerHour(samples: readonly Pick<Figures, 'hours' | 'memory'>[]): {
  slope: number;
  error: number;
} {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(samples.map(({ hours }) => hours)), mean(samples.map(({ memory }) => memory))];
  let [over, under] = [0, 0];
  for (const { hours, memory } of samples) {
    over += (hours - x) * (memory - y);
    under += (hours - x) ** 2;
  }
  const slope = over / under;
  const rest = samples.reduce((sum, { hours, memory }) => sum + (memory - y - slope * (hours - x)) ** 2, 0);
  const error = samples.length < 3 ? Number.NaN : Math.sqrt(rest / (samples.length - 2) / under);
  return { slope, error };
}

/** The value below which a share of the values lies; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
