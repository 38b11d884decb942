import type { Document } from "yaml";
import { repository } from "../../../packaging/repository.json" with { type: "json" };
import type { FeatureFile, FeatureInFile, GatesInFile } from "./feature-file-schema.ts";

/** A feature as a file declares it, with the slugs of the environments that have own gates. */
export interface PulledFeature extends Pick<FeatureInFile, "description" | "tags" | "longevity"> {
  readonly key: string;
  readonly environments: ReadonlyMap<string, GatesInFile>;
}

const layout = { lineWidth: 100 };

/** The text of a new file: features and lists are sorted. */
export async function newFeatureFile(
  features: readonly PulledFeature[],
  { project, tag }: { readonly project: string | undefined; readonly tag: string | undefined },
): Promise<string> {
  const { Document } = await import("yaml");
  const file = {
    version: 1,
    ...(project === undefined ? {} : { project }),
    ...(tag === undefined ? {} : { scope: { tag } }),
    features: Object.fromEntries(features.map((feature) => [feature.key, inFile(feature)])),
  };
  const document = new Document(file);
  document.commentBefore = ` yaml-language-server: $schema=${schemaUrl}`;
  return document.toString(layout);
}

/** The JSON schema of the file, for editors. */
export const schemaUrl = `https://raw.githubusercontent.com/${repository}/main/docs/features.v1.json`;

/**
 * Writes the features into a file that exists, so that its comments, its order and its other fields
 * stay. Features that it does not list are added, and those that are gone are removed.
 */
export function updateFeatureFile(
  document: Document,
  file: FeatureFile,
  features: readonly PulledFeature[],
): string {
  const pulled = new Map(features.map((feature) => [feature.key, feature]));
  for (const [key, known] of Object.entries(file.features)) {
    const feature = pulled.get(key);
    if (feature === undefined) {
      document.deleteIn(["features", key]);
    } else {
      updateFeature(document, key, known, inFile(feature, known));
    }
  }
  for (const [key, feature] of pulled) {
    if (!Object.hasOwn(file.features, key)) {
      document.setIn(["features", key], document.createNode(inFile(feature)));
    }
  }
  return document.toString(layout);
}

/** Only what differs is written, because a new value has no comments. */
function updateFeature(
  document: Document,
  key: string,
  known: FeatureInFile,
  wanted: FeatureInFile,
): void {
  const path = ["features", key];
  update(document, path, omit(known), omit(wanted));
  const environments = { ...known.environments };
  for (const slug of new Set([
    ...Object.keys(environments),
    ...Object.keys(wanted.environments ?? {}),
  ])) {
    const [before, after] = [environments[slug], wanted.environments?.[slug]];
    const at = [...path, "environments", slug];
    if (after === undefined) {
      document.deleteIn(at);
    } else if (before === undefined) {
      document.setIn(at, document.createNode(after));
    } else {
      update(document, at, before, after);
    }
  }
}

function omit({ environments: _, ...facts }: FeatureInFile): object {
  return facts;
}

function update(document: Document, path: readonly string[], before: object, after: object): void {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const value: unknown = now.get(name);
    if (value === undefined) {
      document.deleteIn([...path, name]);
    } else if (JSON.stringify(sorted(old.get(name))) !== JSON.stringify(sorted(value))) {
      document.setIn([...path, name], document.createNode(value));
    }
  }
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? value.toSorted() : value;
}

/** The entry of a feature. Environments that `known` lists stay listed, and its ignored gates stay. */
function inFile(feature: PulledFeature, known?: FeatureInFile): FeatureInFile {
  const { description, tags = [], longevity, environments } = feature;
  const ignored = new Set<string>(known?.ignore ?? []);
  const listed = [...environments].map(([slug, gates]): [string, GatesInFile] => {
    const kept = Object.entries(known?.environments?.[slug] ?? {});
    const pulled = Object.entries(gates).filter(([gate]) => !ignored.has(gate));
    return [slug, Object.fromEntries([...pulled, ...kept.filter(([gate]) => ignored.has(gate))])];
  });
  return {
    ...(description === undefined ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(longevity === undefined ? {} : { longevity }),
    ...(listed.length === 0 ? {} : { environments: Object.fromEntries(listed) }),
    ...(known?.ignore === undefined ? {} : { ignore: known.ignore }),
  };
}
