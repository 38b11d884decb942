import type { Caller } from "../../core/model/caller.ts";
import { operationOf } from "../../http/declared/declared-operation.ts";
import { type Admit, declaredRoutes } from "../../http/declared/declared-routes.ts";
import { documentedOperation } from "../../http/openapi/documented-operation.ts";
import type { Access } from "../common/access/access.ts";
import type { DocumentedRefusal } from "../common/errors/documented-refusals.ts";
import { ofrepRefusals } from "./ofrep-refusal-docs.ts";

export interface OfrepRoutesOptions {
  readonly access: Access;
  /** The refusals of every operation, from the checks around it, for the documentation. */
  readonly refusals: readonly DocumentedRefusal[];
}

/** The plugin with which the routes of OFREP are declared. By default `admit` admits evaluators. */
export function ofrepRoutes(
  { access, refusals }: OfrepRoutesOptions,
  admit: Admit<Caller> = access.evaluator,
) {
  return declaredRoutes<"evaluate", Caller, DocumentedRefusal>({
    admit: { evaluate: admit },
    document: (declaration) =>
      documentedOperation(
        operationOf(declaration),
        ofrepRefusals(
          [...refusals, ...declaration.refuses, "internal"],
          declaration.params !== undefined,
        ),
      ),
  });
}
