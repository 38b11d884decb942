import type { ImportedFeatures } from "../../app/commands/import-commands.ts";
import { readExport, skipValue } from "../../app/imports/import-document.ts";
import { importInvalid } from "../../app/imports/import-invalid.ts";
import { type ImportSteps, nextToken } from "../../app/imports/import-steps.ts";
import { type ImportRules, noImportRules } from "../../app/imports/imported-gates.ts";
import type { JsonTokens } from "../../app/imports/json-tokens.ts";
import { readDocument } from "../../app/imports/read-import.ts";
import { readJsonObject } from "../../app/imports/read-json-object.ts";
import { printable } from "../../core/text/printable.ts";

/** The body of `flipper cloud migrate` (docs/api.md#migrations). */
export interface SentMigration {
  readonly features: ImportedFeatures;
  /** The sender's name of its application; null without a name. */
  readonly appName: string | null;
}

const metadataBytesMax = 4_096;
const appNameLengthMax = 100;

/**
 * Reads `{"export": …, "metadata": {"app_name": …}}` as it arrives; other members only have to be
 * valid JSON. Throws import_invalid.
 */
export function readMigration(
  chunks: AsyncIterable<Uint8Array>,
  rules: ImportRules = noImportRules,
): Promise<SentMigration> {
  return readDocument(chunks, (tokens) => readMigrationDocument(tokens, rules));
}

function* readMigrationDocument(
  tokens: JsonTokens,
  rules: ImportRules,
): ImportSteps<SentMigration> {
  let features: ImportedFeatures | undefined;
  let appName: string | null = null;
  if ((yield* nextToken(tokens)) === "object") {
    while ((yield* nextToken(tokens)) === "key") {
      if (tokens.key === "export") {
        features = yield* readExport(tokens, rules);
      } else if (tokens.key === "metadata") {
        appName = yield* readAppName(tokens);
      } else {
        yield* skipValue(tokens);
      }
    }
  }
  if (features === undefined) {
    throw importInvalid("it needs an object named export");
  }
  yield* nextToken(tokens);
  return { features, appName };
}

function* readAppName(tokens: JsonTokens): ImportSteps<string | null> {
  const token = yield* nextToken(tokens);
  if (token === "array") {
    throw importInvalid("its metadata is not an object");
  }
  const metadata = token === "object" ? yield* readJsonObject(tokens, metadataBytesMax) : {};
  const name = "app_name" in metadata ? metadata.app_name : null;
  return typeof name === "string" && name.trim() !== ""
    ? printable(name.trim().slice(0, appNameLengthMax).toWellFormed())
    : null;
}
