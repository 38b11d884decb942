import { type Static, Type } from "@sinclair/typebox";
import { similarWord } from "../../core/text/similar-word.ts";
import { inEnvironment, orNull } from "../answers/json-schemas.ts";
import type { FoundReferences } from "../code-references/find-references.ts";

const Location = Type.Object({
  file: Type.String({ description: "A path with slashes." }),
  line: Type.Integer({ description: "From 1." }),
  column: Type.Integer({ description: "From 1, in UTF-16 units." }),
  end_column: Type.Integer({ description: "The column after the key." }),
});
export type Location = Static<typeof Location>;

const stale = orNull(
  Type.Boolean({
    description:
      "Whether the feature looks finished, so that it can be removed; null if the server does not " +
      "report it.",
  }),
);
const locations = Type.Array(Location);

/** The output of `gatehouse code scan --json`. */
export const CodeReport = Type.Object({
  ...inEnvironment,
  files: Type.Integer({ description: "How many source files were read." }),
  references: Type.Integer({ description: "How many calls have a key." }),
  dynamic: Type.Integer({ description: "How many calls compute their key." }),
  used: Type.Array(Type.Object({ key: Type.String(), stale, locations }), {
    description: "Features that the code uses.",
  }),
  unknown: Type.Array(
    Type.Object({
      key: Type.String(),
      similar: orNull(Type.String({ description: "The key that was probably meant." })),
      locations,
    }),
    { description: "Keys in the code without a feature." },
  ),
  unused: Type.Array(Type.Object({ key: Type.String(), stale }), {
    description: "Features that the code does not use.",
  }),
  skipped: Type.Array(Type.Object({ file: Type.String(), reason: Type.String() }), {
    description: "Source files and directories that were not read.",
  }),
});
export type CodeReport = Static<typeof CodeReport>;

/** A feature of the server. `stale` is null if the server does not report it. */
export interface KnownFeature {
  readonly key: string;
  readonly stale: boolean | null;
}

export interface ScannedCode {
  readonly files: readonly (FoundReferences & { readonly file: string })[];
  readonly skipped: CodeReport["skipped"];
}

/** Compares the keys in source files with the features of an environment. */
export function codeReport(
  { files, skipped }: ScannedCode,
  features: readonly KnownFeature[],
  environment: string | null,
): CodeReport {
  const byKey = locationsByKey(files);
  const known = new Set(features.map(({ key }) => key));
  const keys = [...known];
  return {
    environment,
    files: files.length,
    references: files.reduce((sum, { references }) => sum + references.length, 0),
    dynamic: files.reduce((sum, { dynamic }) => sum + dynamic, 0),
    used: features.flatMap(({ key, stale: isStale }) => {
      const found = byKey.get(key);
      return found === undefined ? [] : [{ key, stale: isStale, locations: found }];
    }),
    unknown: [...byKey]
      .filter(([key]) => !known.has(key))
      .map(([key, found]) => ({ key, similar: similarWord(key, keys) ?? null, locations: found })),
    unused: features
      .filter(({ key }) => !byKey.has(key))
      .map(({ key, stale: isStale }) => ({ key, stale: isStale })),
    skipped,
  };
}

/** Whether the code has unknown keys or stale features. */
export function hasFindings({ unknown, used }: CodeReport): boolean {
  return unknown.length > 0 || staleIn(used).length > 0;
}

export function staleIn(used: CodeReport["used"]): CodeReport["used"] {
  return used.filter((feature) => feature.stale === true);
}

function locationsByKey(files: ScannedCode["files"]): ReadonlyMap<string, Location[]> {
  const byKey = new Map<string, Location[]>();
  for (const { file, references } of files) {
    for (const { key, line, column, endColumn } of references) {
      const found = byKey.get(key) ?? [];
      found.push({ file, line, column, end_column: endColumn });
      byKey.set(key, found);
    }
  }
  return new Map([...byKey].sort(([a], [b]) => (a < b ? -1 : 1)));
}
