import type { Operation } from "./administration-operation.ts";
import { environmentOperations } from "./environment-administration.ts";
import { featureOperations } from "./feature-administration.ts";
import { groupOperations } from "./group-administration.ts";
import { memberOperations } from "./member-administration.ts";
import { planOperations } from "./plan-administration.ts";
import { projectOperations } from "./project-administration.ts";
import { tokenOperations } from "./token-administration.ts";
import { transferOperations } from "./transfer-administration.ts";

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
