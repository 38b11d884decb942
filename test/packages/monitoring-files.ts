import { join } from "node:path";

export const packagingFolder = join(import.meta.dir, "../../packaging");

/** A query of a file in packaging/, with the alert or the panel that it is from. */
export interface NamedQuery {
  readonly name: string;
  readonly expression: string;
}

export interface AlertRule extends NamedQuery {
  readonly severity: string;
  readonly description: string;
}

interface AlertFile {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly description: string };
    }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly gridPos: {
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
    };
    readonly targets: readonly { readonly expr: string }[];
  }[];
  readonly templating: {
    readonly list: readonly {
      readonly name: string;
      readonly query: string | { readonly query: string };
    }[];
  };
}

/** The rules of packaging/prometheus-alerts.yml. */
export async function alertRules(): Promise<readonly AlertRule[]> {
  const text = await Bun.file(join(packagingFolder, "prometheus-alerts.yml")).text();
  const file = Bun.YAML.parse(text) as AlertFile;
  return file.groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, labels, annotations }) => ({
      name: alert,
      expression: expr,
      severity: labels.severity,
      description: annotations.description,
    })),
  );
}

export async function readDashboard(): Promise<Dashboard> {
  return Bun.file(join(packagingFolder, "grafana-dashboard.json")).json();
}

/** The queries of all panels, with values in the place of Grafana's variables. */
export async function panelQueries(): Promise<readonly NamedQuery[]> {
  const { panels } = await readDashboard();
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      name: title,
      expression: expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*"),
    })),
  );
}

const selector = /\{[^}]*\}/g;
const grouping = /\b(?:by|without) \([^)]*\)/g;
const range = /\[[^\]]*\]/g;
const metricName = /\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g;

/** The names of the metrics in a query of PromQL, as far as our files use the language. */
export function metricsIn(query: string): readonly string[] {
  const plain = [grouping, selector, range].reduce(
    (text, part) => text.replaceAll(part, " "),
    query,
  );
  return plain.match(metricName) ?? [];
}

/** The labels that a query selects or groups by. */
export function labelsIn(query: string): readonly string[] {
  const selected = Array.from(
    query.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g),
    ([, name = ""]) => name,
  );
  const grouped = Array.from(query.matchAll(/\bby \(([^)]*)\)/g), ([, list = ""]) =>
    list.split(",").map((name) => name.trim()),
  );
  return [...selected, ...grouped.flat()];
}
