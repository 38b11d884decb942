import { expect, test } from "bun:test";
import { Catalog } from "../../../../src/telemetry/worker/counting/catalog.ts";
import { OutcomeTable } from "../../../../src/telemetry/worker/store/outcome-table.ts";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";

const nothing = { newestEnvironmentId: 9, newestFeatureId: 0, projects: [], watched: [] };
const kept = { projectId: 1, retentionDays: 7, environmentIds: [5], keys: [], featureIds: [] };

test("outcomes of environments that do not exist are removed in steps of 2,000 rows", () => {
  const { client, database } = openTelemetryDatabase(":memory:");
  client.run(`with recursive m(n) as (select 1 union all select n + 1 from m where n < 2500)
    insert into outcomes select e.column1, 'search', n, 'checkout', 1, 1, 0, x'00'
    from m, (values (2), (5)) e`);
  client.run("insert into outcome_hours values (2, 'checkout', 'search', 1, 0, 1, 0)");
  const counts = () =>
    ["outcomes", "outcome_hours"].map(
      (table) =>
        client.query<{ rows: number }, []>(`select count(*) as rows from ${table}`).get()?.rows,
    );
  const seen = [counts().join()];
  const catalog = new Catalog({ ...nothing, projects: [kept] });
  for (const _ of new OutcomeTable(database).removeUnknown(catalog)) {
    seen.push(counts().join());
  }
  expect([...new Set(seen)]).toEqual(["5000,1", "3000,1", "2500,1", "2500,0"]);
  client.close();
});
