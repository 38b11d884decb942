import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { findYamlDuplicate } from "../../app/imports/yaml-duplicates.ts";
import { ConfigError } from "../../config/config-error.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { quote } from "../../core/text/quote.ts";
import { type OwnCall, ownCallForm } from "../code-references/known-calls.ts";
import { languageNames } from "../code-references/languages.ts";
import { readSmallFile } from "./read-small-file.ts";

/** What an application says about its code, in the member `code` of gatehouse.yaml. */
export interface CodeSettings {
  readonly calls: readonly OwnCall[];
  /** Patterns of files, as in a .gitignore. */
  readonly ignore: readonly string[];
}

const strict = { additionalProperties: false };
const listLengthMax = 100;
const textLengthMax = 200;
const argumentMax = 10;

const Settings = Type.Object(
  {
    calls: Type.Optional(
      Type.Array(
        Type.Object(
          {
            call: Type.String({ pattern: ownCallForm.source, maxLength: textLengthMax }),
            argument: Type.Optional(Type.Integer({ minimum: 1, maximum: argumentMax })),
            languages: Type.Optional(
              Type.Array(Type.Union(languageNames.map((name) => Type.Literal(name)))),
            ),
          },
          strict,
        ),
        { maxItems: listLengthMax },
      ),
    ),
    ignore: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: textLengthMax }), {
        maxItems: listLengthMax,
      }),
    ),
  },
  strict,
);

const fileName = "gatehouse.yaml";
const bytesMax = 64 * 1024;
/** Reads gatehouse.yaml in a directory, which may be missing. Throws a ConfigError if it is invalid. */
export async function readCodeSettings(directory: string): Promise<CodeSettings> {
  const path = join(directory, fileName);
  const read = await readSmallFile(path, bytesMax);
  if (!("text" in read)) {
    if (read.reason === "missing") {
      return { calls: [], ignore: [] };
    }
    throw new ConfigError(`${quote(path)} cannot be read: it is ${read.reason}`);
  }
  const settings = settingsIn(read.text, quote(path));
  return {
    calls: (settings.calls ?? []).map(({ call, argument = 1, languages = languageNames }) => ({
      ...{ call, argument, languages },
    })),
    ignore: settings.ignore ?? [],
  };
}

function settingsIn(text: string, file: string) {
  const document = parsed(text, file);
  const twice = findYamlDuplicate(text);
  if (twice !== undefined) {
    throw new ConfigError(`${file} has ${quote(twice.key)} twice; see line ${twice.line}`);
  }
  const settings = isJsonObject(document) ? (document.code ?? {}) : {};
  if (!Value.Check(Settings, settings)) {
    const wrong = Value.Errors(Settings, settings).First()?.path ?? "";
    const path = `code${wrong.replaceAll("/", ".")}`;
    throw new ConfigError(`${file} is invalid at ${quote(path)}; docs/cli.md lists its members`);
  }
  return settings;
}

function parsed(text: string, file: string): unknown {
  try {
    return Bun.YAML.parse(text);
  } catch {
    throw new ConfigError(`${file} is not YAML`);
  }
}
