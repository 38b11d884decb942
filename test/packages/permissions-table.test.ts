import { expect, test } from "bun:test";
import { join } from "node:path";
import { withPermissions } from "../../packaging/permissions-table.ts";
import { permissions, routeNames } from "../../src/web/permissions.ts";

const document = await Bun.file(join(import.meta.dir, "../../docs/ui.md")).text();

test("docs/ui.md has the table by which the server decides", () => {
  const rows = routeNames.map((route) => ({ route, ...permissions[route] }));
  expect(document).toBe(withPermissions(document, rows));
  expect(document).toContain("| `DELETE /members/:user` | owner | hosted |");
  expect(document).toContain("| `GET /session` | anyone | both |");
});
