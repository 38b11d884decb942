import type { AdministrationOperation } from "./administration-operation.ts";
import { environmentOperations } from "./environment-administration.ts";
import { groupOperations } from "./group-administration.ts";
import { memberOperations } from "./member-administration.ts";
import { planOperations } from "./plan-administration.ts";
import { projectOperations } from "./project-administration.ts";
import { replicaOperations } from "./replica-administration.ts";
import { tokenOperations } from "./token-administration.ts";
import { webhookOperations } from "./webhook-administration.ts";

const table = {
  ...tokenOperations,
  ...environmentOperations,
  ...groupOperations,
  ...memberOperations,
  ...projectOperations,
  ...planOperations,
  ...webhookOperations,
  ...replicaOperations,
};

export type AdministrationOperationName = keyof typeof table;

export type InputOf<Name extends AdministrationOperationName> =
  (typeof table)[Name] extends AdministrationOperation<infer Input, unknown> ? Input : never;

export type OutputOf<Name extends AdministrationOperationName> =
  (typeof table)[Name] extends AdministrationOperation<infer _, infer Output> ? Output : never;

/** All administration operations by name. The shell and the socket offer these and no others. */
export const administrationOperations: {
  readonly [Name in AdministrationOperationName]: AdministrationOperation<
    InputOf<Name>,
    OutputOf<Name>
  >;
} = table;

export function isAdministrationOperationName(name: string): name is AdministrationOperationName {
  return Object.hasOwn(table, name);
}
