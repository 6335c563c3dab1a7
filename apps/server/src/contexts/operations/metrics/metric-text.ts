/** A value with its labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  /** Suffix of the name: `_sum`, `_count`, `_bucket`. */
  readonly suffix?: string;
  readonly value: number;
}

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function labelText(labels: Sample['labels']): string {
  const parts = Object.entries(labels ?? {}).map(
    ([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, (found) => escapes[found] ?? found)}"`,
  );
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

/** Returns metrics in Prometheus' text format, version 0.0.4. Omits metrics without samples: unknown is not zero. */
export function metricText(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${value}`,
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
    })
    .join('');
}
