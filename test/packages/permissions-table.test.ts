import { expect, test } from "bun:test";
import { join } from "node:path";
import adminDocument from "../../docs/openapi-admin.json" with { type: "json" };
import { permissionRows, withPermissions } from "../../packaging/permissions-table.ts";

const document = await Bun.file(join(import.meta.dir, "../../docs/ui.md")).text();

test("docs/ui.md has the table by which the server decides", () => {
  expect(document).toBe(withPermissions(document, permissionRows(adminDocument)));
  expect(document).toContain("| `DELETE /members/:user` | owner | hosted |");
  expect(document).toContain("| `GET /session` | anyone | both |");
});
