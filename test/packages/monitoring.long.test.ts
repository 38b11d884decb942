import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Registry } from "prom-client";
import { registerBackups } from "../../src/server/metrics/backup-metrics.ts";
import { registerCluster } from "../../src/server/metrics/cluster-metrics.ts";
import { registerReplica } from "../../src/server/metrics/replica-metrics.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { gatehouse, type Running, running } from "../documents/running-gatehouse.ts";
import { firingAlerts, quietAlerts } from "./alert-rows.ts";
import {
  alertRules,
  labelsIn,
  metricsIn,
  type NamedQuery,
  packagingFolder,
  panelQueries,
  readDashboard,
} from "./monitoring-files.ts";

/** In CI, a missing package makes the tests fail instead of being skipped. */
const isRequired = process.env.CI === "true";
const promtool = Bun.which("promtool");
const alerts = await alertRules();
const queries: readonly NamedQuery[] = [...alerts, ...(await panelQueries())];
const token = "a-token-for-the-metrics";
/** What Prometheus itself adds. */
const addedMetrics = ["up"];
const addedLabels = ["job", "instance"];

/** Those that only servers of a shared database, replicas and servers with backups expose. */
async function metricsOfOtherServers(): Promise<string> {
  const registry = new Registry();
  const facts = { position: 1, staleMs: 0, unansweredMs: 0 };
  const counts = { conflicts: 0, followed: 0, doubts: 0, reloads: 0 };
  registerCluster(registry, {
    facts: () => ({ ...facts, ...counts }),
    isLeading: () => true,
    clockAheadMs: () => 0,
    foreignLockRoles: () => 0,
  });
  const figures = { ageSeconds: 0, isConnected: true, spooled: 0, spooledBytes: 0 };
  registerReplica(registry, () => figures);
  registerBackups(registry, () => ({ isFailing: false }));
  return registry.metrics();
}

describe("the queries of the alerts and the dashboard", () => {
  let server: Running;
  let metrics: string;
  beforeAll(async () => {
    server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"), {
      GATEHOUSE_TOKEN: token,
    });
    const headers = { "flipper-cloud-token": token };
    const url = `${server.url}/adapter/features/search/boolean`;
    await (await fetch(url, { method: "POST", headers })).text();
    const ofServer = await (await fetch(`${server.url}/metrics`)).text();
    metrics = ofServer + (await metricsOfOtherServers());
  });
  afterAll(() => server.stop());

  function exposed(): ReadonlySet<string> {
    const types = metrics.matchAll(/^# TYPE (?<name>\S+) (?<type>\S+)$/gm);
    const names = Array.from(types, ({ groups }) => {
      const name = groups?.name ?? "";
      const parts = [`${name}_bucket`, `${name}_sum`, `${name}_count`];
      return groups?.type === "histogram" ? parts : [name];
    });
    return new Set([...names.flat(), ...addedMetrics]);
  }

  test("name only metrics that a running server exposes", () => {
    const known = exposed();
    expect(known.size).toBeGreaterThan(20);
    const unknown = queries.flatMap(({ name, expression }) => {
      const used = metricsIn(expression);
      return used.length === 0
        ? [`${name} has no metric`]
        : used.filter((each) => !known.has(each)).map((each) => `${name}: ${each}`);
    });
    expect(unknown).toEqual([]);
  });

  test("name only labels that one of their metrics has", () => {
    const lines = metrics.split("\n");
    const labelsOf = (metric: string) =>
      lines
        .filter((line) => line.startsWith(`${metric}{`))
        .flatMap((line) => Array.from(line.matchAll(/(\w+)="/g), ([, label = ""]) => label));
    const unknown = queries.flatMap(({ name, expression }) => {
      const known = new Set([...metricsIn(expression).flatMap(labelsOf), ...addedLabels]);
      return labelsIn(expression)
        .filter((label) => !known.has(label))
        .map((label) => `${name}: ${label}`);
    });
    expect(unknown).toEqual([]);
  });

  test("show every metric of the server", () => {
    const used = new Set(queries.flatMap(({ expression }) => metricsIn(expression)));
    const ours = Array.from(exposed()).filter((name) => !/_(?:sum|count)$/.test(name));
    const unused = ours.filter((name) => !used.has(name));
    // It cannot be reached but by a client that counts for a very long time.
    expect(unused).toEqual(["gatehouse_telemetry_clamped_counts_total"]);
  });
});

test("the names of a query are found", () => {
  const query = `sum by (instance, le) (rate(a_bucket{job="x", route!="/y"}[5m])) / time() > 2`;
  expect(metricsIn(query)).toEqual(["a_bucket"]);
  expect(labelsIn(query)).toEqual(["job", "route", "instance", "le"]);
  expect(metricsIn("a - increase(b[1m])")).toEqual(["a", "b"]);
});

test("the panels do not overlap, and use only the variables of the dashboard", async () => {
  const dashboard = await readDashboard();
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const variables = dashboard.templating.list.map(({ name }) => name);
  const used = JSON.stringify(dashboard).matchAll(/\$\{?(?!__)(\w+)/g);
  expect(new Set(Array.from(used, ([, name = ""]) => name))).toEqual(new Set(variables));
});

test("the job of the scrape configuration is the one that queries select", async () => {
  const text = await Bun.file(join(packagingFolder, "prometheus.yml")).text();
  const { scrape_configs, rule_files } = Bun.YAML.parse(text) as {
    scrape_configs: readonly { job_name: string; metrics_path: string }[];
    rule_files: readonly string[];
  };
  expect(scrape_configs).toMatchObject([{ job_name: "gatehouse", metrics_path: "/metrics" }]);
  expect(rule_files).toEqual(["prometheus-alerts.yml"]);
  const unselected = queries.filter(({ expression }) => {
    const selectors = expression.match(/\{[^}]*\}/g) ?? [];
    const count = metricsIn(expression).length;
    return selectors.filter((each) => each.includes('job="gatehouse"')).length !== count;
  });
  expect(unselected).toEqual([]);
});

describe.skipIf(promtool === null && !isRequired)("promtool", () => {
  function run(...words: readonly string[]) {
    const { exitCode, stdout, stderr } = Bun.spawnSync([promtool ?? "promtool", ...words]);
    return { exitCode, out: `${stdout}${stderr}` };
  }

  test("accepts the scrape configuration and the alerts", () => {
    const { exitCode, out } = run("check", "config", join(packagingFolder, "prometheus.yml"));
    expect(out).toContain(`${alerts.length} rules found`);
    expect(exitCode).toBe(0);
  });

  test("accepts each query of the dashboard, and reports a misspelt one", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "rules.yml");
    const check = async (expressions: readonly string[]) => {
      const rules = expressions.map((expr, index) => ({ record: `panel_${index}`, expr }));
      await Bun.write(file, Bun.YAML.stringify({ groups: [{ name: "panels", rules }] }));
      return run("check", "rules", file).exitCode;
    };
    const expressions = (await panelQueries()).map(({ expression }) => expression);
    expect(expressions.length).toBeGreaterThan(15);
    expect(await check(expressions)).toBe(0);
    expect(await check([...expressions, "summ by (a) (up)"])).not.toBe(0);
  });

  test("each alert fires in its fault, and none in a server that works", async () => {
    expect(firingAlerts.map(({ alert }) => alert).sort()).toEqual(
      alerts.map(({ name }) => name).sort(),
    );
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "tests.yml");
    const rules = new Map(alerts.map((rule) => [rule.name, rule]));
    const firing = firingAlerts.map(({ alert, labels, summary, series, at }) => ({
      interval: "1m",
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        {
          eval_time: at,
          alertname: alert,
          exp_alerts: [
            {
              exp_labels: { severity: rules.get(alert)?.severity, ...labels },
              exp_annotations: { summary, description: rules.get(alert)?.description },
            },
          ],
        },
      ],
    }));
    const quiet = {
      interval: "1m",
      input_series: Object.entries(quietAlerts).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: alerts.map(({ name }) => ({ eval_time: "40m", alertname: name })),
    };
    await Bun.write(
      file,
      Bun.YAML.stringify({
        rule_files: [join(packagingFolder, "prometheus-alerts.yml")],
        tests: [...firing, quiet],
      }),
    );
    const { exitCode, out } = run("test", "rules", file);
    expect([exitCode, out]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });
});
