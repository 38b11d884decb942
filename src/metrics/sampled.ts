import { Counter, Gauge, type Registry } from "prom-client";

type Labels = Readonly<Record<string, string | number>>;
export type Sample = readonly [labels: Labels, value: number];

export interface SampledOptions {
  readonly kind: "counter" | "gauge";
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Asked at every scrape; none for what cannot be told. A counter's may never go down. */
  readonly samples: () => Iterable<Sample> | Promise<Iterable<Sample>>;
}

/** A metric that is kept elsewhere, as a plain number, and read at every scrape. */
export function sampled(registry: Registry, options: SampledOptions): void {
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
