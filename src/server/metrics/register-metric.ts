import { Counter, Gauge, type Registry } from "prom-client";

type Labels = Readonly<Record<string, string | number>>;
type Sample = readonly [labels: Labels, value: number];

export interface MetricOptions {
  readonly kind: "counter" | "gauge";
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /**
   * Called at every scrape; returns an empty list if a value is unknown. A counter must not decrease.
   */
  readonly samples: () => Iterable<Sample> | Promise<Iterable<Sample>>;
}

/** Registers a metric whose values are counted outside prom-client and read at every scrape. */
export function registerMetric(registry: Registry, options: MetricOptions): void {
  const { kind, name, help, labels = [], samples } = options;
  const common = { name, help, labelNames: [...labels], registers: [registry] };
  if (kind === "counter") {
    new Counter({
      ...common,
      async collect() {
        const now = await samples();
        this.reset();
        for (const [values, value] of now) {
          this.inc(values, value);
        }
      },
    });
  } else {
    new Gauge({
      ...common,
      async collect() {
        const now = await samples();
        this.reset();
        for (const [values, value] of now) {
          this.set(values, value);
        }
      },
    });
  }
}
