import type { AdministrationOperation } from "./administration-operation.ts";
import { featureOperations } from "./feature-administration.ts";
import { importExportOperations } from "./import-export-administration.ts";

const table = {
  ...featureOperations,
  ...importExportOperations,
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
