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
import { operation } from "./administration-operation.ts";
import { environmentNamed, projectNamed, shellCaller } from "./named.ts";
import { Asked, exact, InProject, optional } from "./schemas.ts";

const InEnvironment = { ...InProject, environment: optional(Asked) };

/** The export format carries names that objects of JavaScript do not, so it travels as text. */
export const transferOperations = {
  export: operation({
    input: Type.Object(InEnvironment, exact),
    output: Type.Object({ features: Type.Integer(), text: Type.String() }, exact),
    work({ state }, input) {
      const project = projectNamed(state, input.project);
      const environment = environmentNamed(state, project, input.environment);
      const keys = [...(state.features.get(project.id)?.keys() ?? [])].sort(compareUtf8);
      const toggles = keys.map((key) => effectiveToggle(state, environment, key));
      return { features: keys.length, text: exportFeatures(toggles) };
    },
  }),

  import: operation({
    input: Type.Object(
      { ...InEnvironment, text: Type.String({ maxLength: importBytesDefault }) },
      exact,
    ),
    output: Type.Object({ environment: Type.String(), features: Type.Integer() }, exact),
    work(draft, input) {
      const project = projectNamed(draft.state, input.project);
      const environment = environmentNamed(draft.state, project, input.environment);
      const imported = parseImport(importDocument(input.text));
      importFeatures(draft, shellCaller(draft.state, environment), imported);
      return { environment: environment.slug, features: imported.size };
    },
  }),
};

/** Whatever cannot be decoded makes an import unusable. */
function importDocument(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof GatehouseError) {
      throw new AdministrationError("Import invalid: it is not JSON that can be read");
    }
    throw error;
  }
}
