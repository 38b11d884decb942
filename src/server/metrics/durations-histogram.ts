import { Histogram, type Registry } from "prom-client";
import { bucketBoundsSeconds, type Durations } from "../../storage/durations.ts";

type Labels = Readonly<Record<string, string>>;

export interface DurationsHistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly registry: Registry;
  /** Called at every scrape. */
  readonly series: () => Iterable<{ readonly labels: Labels; readonly durations: Durations }>;
}

/** A histogram of `Durations`, which are counted outside prom-client. */
export class DurationsHistogram extends Histogram {
  readonly #options: DurationsHistogramOptions;

  constructor(options: DurationsHistogramOptions) {
    const { name, help, registry } = options;
    super({ name, help, registers: [registry] });
    this.#options = options;
  }

  /** The registry calls this to write its text. */
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
    const bound = bucketBoundsSeconds[index];
    const le = bound === undefined ? "+Inf" : String(bound);
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: cumulative };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sumNs / 1e9 },
    { metricName: `${name}_count`, labels, value: cumulative },
  ];
}
