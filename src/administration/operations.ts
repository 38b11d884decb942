import { environmentOperations } from "./environment-operations.ts";
import { featureOperations } from "./feature-operations.ts";
import { groupOperations } from "./group-operations.ts";
import { memberOperations } from "./member-operations.ts";
import type { Operation } from "./operation.ts";
import { planOperations } from "./plan-operations.ts";
import { projectOperations } from "./project-operations.ts";
import { tokenOperations } from "./token-operations.ts";
import { transferOperations } from "./transfer-operations.ts";

const table = {
  ...tokenOperations,
  ...environmentOperations,
  ...groupOperations,
  ...memberOperations,
  ...projectOperations,
  ...planOperations,
  ...featureOperations,
  ...transferOperations,
};

export type OperationName = keyof typeof table;

export type InputOf<Name extends OperationName> =
  (typeof table)[Name] extends Operation<infer Input, unknown> ? Input : never;

export type OutputOf<Name extends OperationName> =
  (typeof table)[Name] extends Operation<infer _, infer Output> ? Output : never;

/** The closed table of all administration (DESIGN.md section 1). */
export const operations: {
  readonly [Name in OperationName]: Operation<InputOf<Name>, OutputOf<Name>>;
} = table;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(table, name);
}
