import { isJsonObject } from "../src/core/text/json-object.ts";
import { withSection } from "./document-section.ts";

interface Row {
  readonly route: string;
  readonly role: string;
  readonly isHostedOnly: boolean;
  readonly needsProof: boolean;
}

const head = ["Route below `admin/v1`", "Lowest role", "Deployment", "Asks again"];

/** A Markdown table of the callers that may use each route of the Admin API. */
export function permissionsTable(rows: readonly Row[]): string {
  const cells = rows.map(({ route, role, isHostedOnly, needsProof }) => [
    `\`${route}\``,
    role,
    isHostedOnly ? "hosted" : "both",
    needsProof ? "yes" : "",
  ]);
  return [head, head.map(() => "---"), ...cells].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

/** The document with the table between its marks `permissions`. */
export function withPermissions(document: string, rows: readonly Row[]): string {
  return withSection(document, "permissions", permissionsTable(rows));
}

const methods = ["get", "post", "put", "patch", "delete"];

/** Returns the callers that may use each route, from the OpenAPI document of the Admin API. */
export function permissionRows({ paths }: { readonly paths: object }): readonly Row[] {
  return Object.entries(paths).flatMap(([path, item]: [string, unknown]) =>
    methods.flatMap((method): readonly Row[] => {
      const operation: unknown = isJsonObject(item) ? item[method] : undefined;
      return isJsonObject(operation)
        ? [
            {
              route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
              role: String(operation["x-role"]),
              isHostedOnly: operation["x-hosted-only"] === true,
              needsProof: operation["x-needs-proof"] === true,
            },
          ]
        : [];
    }),
  );
}
