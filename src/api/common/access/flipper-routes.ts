import type { Caller } from "../../../core/model/caller.ts";
import { declaredRoutes } from "../../../http/declared/declared-routes.ts";
import type { DocumentedRefusal } from "../errors/documented-refusals.ts";
import { flipperDocument } from "../errors/flipper-document.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import type { Access } from "./access.ts";

/** The level that a caller needs (docs/api.md#tokens). */
type AccessLevel = "evaluate" | "read" | "write" | "delete";

export interface FlipperRoutesOptions<Admitted extends Caller> {
  readonly access: Access<Admitted>;
  readonly documented: DocumentedDeployment;
}

/** The plugin with which routes of the Flipper API are declared. */
export function flipperRoutes<Admitted extends Caller>({
  access,
  documented,
}: FlipperRoutesOptions<Admitted>) {
  return declaredRoutes<AccessLevel, Admitted, DocumentedRefusal>({
    admit: {
      evaluate: access.evaluator,
      read: access.reader,
      write: access.writer,
      delete: access.deleter,
    },
    document: (declaration) => {
      const isWrite = declaration.access === "write" || declaration.access === "delete";
      return flipperDocument(documented, declaration, isWrite ? "features" : undefined);
    },
  });
}
