import { type Static, Type } from "@sinclair/typebox";
import { exact } from "../api-client/json-schemas.ts";
import { importFeatures } from "../commands/import-commands.ts";
import { exportFeatures, exportParts } from "../flipper-api/features/export-document.ts";
import { bodyChunks } from "../http/request/body-chunks.ts";
import { noImportRules } from "../imports/imported-gates.ts";
import { readImport } from "../imports/read-import.ts";
import type { Draft } from "../model/draft.ts";
import type { Environment } from "../model/environment.ts";
import { importBytesDefault } from "../model/feature.ts";
import { ownerCaller } from "../model/owner-caller.ts";
import type { State } from "../model/state.ts";
import { effectiveToggle } from "../model/state-lookups.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import {
  type AdministeredServer,
  type AdministrationOperation,
  administrationOperation,
  checkedInput,
  checkedOutput,
  problemOf,
} from "./administration-operation.ts";
import { InProject, LookupText, optionalSchema } from "./administration-schemas.ts";
import { requireEnvironment, requireProject } from "./find-by-name.ts";

const InEnvironment = { ...InProject, environment: optionalSchema(LookupText) };

interface ImportTarget {
  readonly environment?: string | undefined;
  readonly project?: string | undefined;
}

/** The export is a text in the shell, and arrives in chunks in the running server. */
type ImportText = string | AsyncIterable<Uint8Array>;
const ImportInput = Type.Object(
  { ...InEnvironment, text: Type.Unsafe<ImportText>(Type.Any()) },
  exact,
);
const ImportOutput = Type.Object({ environment: Type.String(), features: Type.Integer() }, exact);

const importLimits = { bytesMax: importBytesDefault, inflatedBytesMax: importBytesDefault };

/**
 * Sent with the export alone as its body, which the server reads as that of POST /import, one import
 * at a time together with those.
 */
const importOperation: AdministrationOperation<
  ImportTarget & { readonly text: string },
  Static<typeof ImportOutput>
> = {
  problem: (input) => problemOf(ImportInput, input),
  request({ environment, project, text }) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries({ environment, project })) {
      if (value !== undefined) {
        search.set(name, value);
      }
    }
    return { search: `?${search}`, body: text };
  },
  receive: async (request) => ({
    ...Object.fromEntries(new URL(request.url).searchParams),
    text: bodyChunks(request, importLimits),
  }),
  run: async (input, { writer, importPlace, onPercentagesRounded }) => {
    const { text, ...target } = checkedInput(ImportInput, input);
    return importPlace.hold(chunksOf(text), async (chunks) => {
      const imported = await readImport(chunks, { ...noImportRules, onPercentagesRounded });
      return writer.submitInSteps(function* (draft) {
        const project = requireProject(draft.state, target.project);
        const environment = requireEnvironment(draft.state, project, target.environment);
        yield* importFeatures(draft, ownerCaller(draft.state, environment), imported);
        return { environment: environment.slug, features: imported.size };
      });
    });
  },
  output: (value) => checkedOutput(ImportOutput, value),
  outputSchema: ImportOutput,
  hostedOnly: undefined,
};

async function* chunksOf(text: ImportText): AsyncGenerator<Uint8Array, void> {
  if (typeof text === "string") {
    yield Buffer.from(text);
  } else {
    yield* text;
  }
}

const ExportInput = Type.Object(InEnvironment, exact);

/** The environment's features at the time of the export, by their sorted keys. */
function exportedFeatures({ state }: Draft, input: Static<typeof ExportInput>) {
  const project = requireProject(state, input.project);
  const environment = requireEnvironment(state, project, input.environment);
  const keys = [...(state.features.get(project.id)?.keys() ?? [])].sort(compareUtf8);
  return { count: keys.length, toggles: () => togglesOf(state, environment, keys) };
}

function* togglesOf(state: State, environment: Environment, keys: readonly string[]) {
  for (const key of keys) {
    yield effectiveToggle(state, environment, key);
  }
}

/** The output of an export as JSON. */
function* outputParts({ count, toggles }: ReturnType<typeof exportedFeatures>): Generator<string> {
  yield `{"features":${count},"text":"`;
  for (const part of exportParts(toggles())) {
    yield JSON.stringify(part).slice(1, -1);
  }
  yield '"}';
}

/**
 * An export is sent as text: it may hold names such as `__proto__` that JavaScript objects cannot.
 */
const exportOperation = {
  ...administrationOperation({
    input: ExportInput,
    output: Type.Object({ features: Type.Integer(), text: Type.String() }, exact),
    work(draft, input) {
      const { count, toggles } = exportedFeatures(draft, input);
      return { features: count, text: exportFeatures(toggles()) };
    },
  }),
  stream: async (input: unknown, { writer }: AdministeredServer) => {
    const checked = checkedInput(ExportInput, input);
    return outputParts(await writer.submit((draft) => exportedFeatures(draft, checked)));
  },
};

export const importExportOperations = { export: exportOperation, import: importOperation };
