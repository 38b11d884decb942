import { expect, test } from "bun:test";
import fc from "fast-check";
import { AuditListModel } from "../../src/api/flipper/audits/audit-model.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { modelled } from "../helpers/modelled.ts";

const payloads = [
  "'; DROP TABLE features; --",
  "' OR '1'='1",
  '" OR ""="',
  "') UNION SELECT hash FROM tokens --",
  "`; DELETE FROM audits; --",
  "x\\'; VACUUM; --",
  "$1",
  "?1",
  ":name",
  "@key",
  "[0]",
  '","x":"',
  "%",
  "_",
];

/** Names with text that has a meaning in SQL, in LIKE, in JSON or in parameters. */
const sqlNames = fc
  .array(fc.oneof(fc.constantFrom(...payloads), fc.string({ maxLength: 8 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join("").trim())
  // URLs resolve the names `.` and `..`.
  .filter((name) => !/^\.{0,2}$/.test(name) && name.isWellFormed() && !name.includes("\0"));

test("a name with SQL in it is only a name, also in audits", async () => {
  const server = await startHosted();
  const { features, gates, actors, audits } = server.manager;
  await features.create("bystander");
  await fc.assert(
    fc.asyncProperty(sqlNames, async (name) => {
      await gates.post(name, "actors", { flipper_id: name });
      const [, body] = await features.get(name);
      expect(body).toMatchObject({ key: name, state: "conditional" });
      const [checked] = await actors.check(name);
      expect(checked.status).toBe(200);
      const [, page] = await audits.list(`keys=${encodeURIComponent(name)}`);
      const found = modelled(AuditListModel, page).audits;
      expect(found[0]).toMatchObject({ action: "enable_actor", value: name });
      expect(found[1]).toMatchObject({ action: "create", value: null });
      expect(new Set(found.map(({ target }) => target.key))).toEqual(new Set([name]));
      await features.remove(name);
    }),
    { numRuns: 60, examples: payloads.map((payload): [string] => [payload]) },
  );
  const [, list] = await features.list();
  expect(list).toMatchObject({ features: [{ key: "bystander" }] });
  await server.stop();
});
