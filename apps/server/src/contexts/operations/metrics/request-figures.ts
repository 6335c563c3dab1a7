import type { Metric, Sample } from './metric-text.ts';

/** Upper bounds in seconds. */
const bounds = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5] as const;

interface Figures {
  readonly labels: Record<string, string>;
  readonly buckets: number[];
  count: number;
  seconds: number;
}

/** Counts requests by method, route, and status, with their durations. */
export function createRequestFigures() {
  const all = new Map<string, Figures>();
  return {
    /** `route` is the declared path, never the requested one, which may contain anything. */
    add({
      method,
      route,
      status,
      seconds,
    }: {
      method: string;
      route: string;
      status: number;
      seconds: number;
    }): void {
      const name = `${method} ${route} ${status}`;
      const known = all.get(name);
      const figures = known ?? {
        labels: { method, route, status: String(status) },
        buckets: bounds.map(() => 0),
        count: 0,
        seconds: 0,
      };
      if (!known) all.set(name, figures);
      figures.count++;
      figures.seconds += seconds;
      const first = bounds.findIndex((bound) => seconds <= bound);
      if (first >= 0) figures.buckets[first] = (figures.buckets[first] ?? 0) + 1;
    },
    metric(): Metric {
      return {
        name: 'hopscope_http_request_duration_seconds',
        help: 'Duration of requests.',
        type: 'histogram',
        samples: [...all.values()].flatMap(samplesOf),
      };
    },
  };
}

function samplesOf({ labels, buckets, count, seconds }: Figures): Sample[] {
  let below = 0;
  const cumulative = bounds.map((bound, i) => {
    below += buckets[i] ?? 0;
    return { suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below };
  });
  return [
    ...cumulative,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: count },
  ];
}
