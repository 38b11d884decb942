import { Histogram, type Registry } from "prom-client";
import { boundsSeconds, type Durations } from "./durations.ts";

type Labels = Readonly<Record<string, string>>;

export interface PreparedHistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly registry: Registry;
  /** Asked at every scrape. */
  readonly series: () => Iterable<{ readonly labels: Labels; readonly durations: Durations }>;
}

/** A histogram of observations that were counted elsewhere: prom-client's own has to see each one. */
export class PreparedHistogram extends Histogram {
  readonly #options: PreparedHistogramOptions;

  constructor(options: PreparedHistogramOptions) {
    const { name, help, registry } = options;
    super({ name, help, registers: [registry] });
    this.#options = options;
  }

  /** What a registry asks a histogram for when it writes text. */
  async getForPromString() {
    const { name, help, series } = this.#options;
    const values = Array.from(series(), ({ labels, durations }) =>
      samples(name, labels, durations),
    ).flat();
    return { name, help, type: "histogram", aggregator: "sum", values };
  }
}

function samples(name: string, labels: Labels, { counts, sumNs }: Durations) {
  let cumulative = 0;
  const buckets = counts.map((count, index) => {
    cumulative += count;
    const bound = boundsSeconds[index];
    const le = bound === undefined ? "+Inf" : String(bound);
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: cumulative };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sumNs / 1e9 },
    { metricName: `${name}_count`, labels, value: cumulative },
  ];
}
