import { Type } from "@sinclair/typebox";
import { importFeatures } from "../commands/import-commands.ts";
import { GatehouseError } from "../errors.ts";
import { exportFeatures } from "../flipper-api/features/export-document.ts";
import { parseImport } from "../flipper-api/features/import-document.ts";
import { parseJson } from "../http/request/json-document.ts";
import { importBytesDefault } from "../model/feature.ts";
import { effectiveToggle } from "../model/state-lookups.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import { AdministrationError } from "./administration-error.ts";
import {
  administrationOperation,
  steppedAdministrationOperation,
} from "./administration-operation.ts";
import { exact, InProject, LookupText, optionalSchema } from "./administration-schemas.ts";
import { requireEnvironment, requireProject, shellCaller } from "./find-by-name.ts";

const InEnvironment = { ...InProject, environment: optionalSchema(LookupText) };

/**
 * An export is sent as text: it may hold names such as `__proto__` that JavaScript objects cannot.
 */
export const importExportOperations = {
  export: administrationOperation({
    input: Type.Object(InEnvironment, exact),
    output: Type.Object({ features: Type.Integer(), text: Type.String() }, exact),
    work({ state }, input) {
      const project = requireProject(state, input.project);
      const environment = requireEnvironment(state, project, input.environment);
      const keys = [...(state.features.get(project.id)?.keys() ?? [])].sort(compareUtf8);
      const toggles = keys.map((key) => effectiveToggle(state, environment, key));
      return { features: keys.length, text: exportFeatures(toggles) };
    },
  }),

  import: steppedAdministrationOperation({
    input: Type.Object(
      { ...InEnvironment, text: Type.String({ maxLength: importBytesDefault }) },
      exact,
    ),
    output: Type.Object({ environment: Type.String(), features: Type.Integer() }, exact),
    *work(draft, input) {
      const project = requireProject(draft.state, input.project);
      const environment = requireEnvironment(draft.state, project, input.environment);
      const imported = parseImport(importDocument(input.text));
      yield* importFeatures(draft, shellCaller(draft.state, environment), imported);
      return { environment: environment.slug, features: imported.size };
    },
  }),
};

/** Parses the text of an import. Throws an AdministrationError if it is no readable JSON. */
function importDocument(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof GatehouseError) {
      throw new AdministrationError("Import invalid: it is not readable JSON");
    }
    throw error;
  }
}
