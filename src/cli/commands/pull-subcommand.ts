import { existsSync } from "node:fs";
import { Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import type { Arguments } from "../../config/arguments.ts";
import type { GatesInFile } from "../feature-file/feature-file-schema.ts";
import {
  newFeatureFile,
  type PulledFeature,
  updateFeatureFile,
} from "../feature-file/pulled-file.ts";
import { type ReadFeatureFile, readFeatureFile } from "../feature-file/read-feature-file.ts";
import { jsonOption, projectOption } from "../options/common-options.ts";
import { counted } from "../output/counted-text.ts";
import { writeTextFile } from "../output/text-files.ts";
import type { Subcommand } from "../subcommand.ts";
import {
  type AdminTarget,
  adminTargetOptions,
  openAdminTarget,
  projectQuery,
} from "../targets/admin-target.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { onTarget, printJson, reportFailures } from "../targets/target-subcommand.ts";
import { featureFile, tagOption } from "./feature-file-options.ts";

type Row = AnswerOf<"GET /environments/:environment/features">["features"][number];

/** `gatehouse pull` (docs/flags-as-code.md). */
export function pullSubcommand(senders: ApiSenders): Subcommand {
  const own = [tagOption, projectOption];
  const options = [...own, jsonOption, ...adminTargetOptions(own)];
  return {
    name: "pull",
    summary:
      "Writes the features of a project as a file for gatehouse plan and gatehouse apply. In a file " +
      "that exists, comments stay; without FILE the text is printed.",
    examples: [
      { line: "gatehouse pull features.yaml", text: "Writes all features, or updates the file." },
      {
        line: "gatehouse pull --tag payments payments.yaml",
        text: "Writes only features with a tag.",
      },
    ],
    json: Type.Object({ features: Type.Integer(), file: Type.String() }),
    options,
    positionals: [
      {
        ...featureFile,
        description: "The file to write; printed if missing.",
        optional: true,
      },
    ],
    run: (invocation) =>
      reportFailures(invocation, 1, async () => {
        const { given, output } = invocation;
        const [path] = given.positionals;
        const known = path !== undefined && existsSync(path) ? await readFeatureFile(path) : null;
        const pulled = await onTarget(
          invocation,
          senders,
          (_, visible) => openAdminTarget(given, visible, options),
          (place) => pull(place, given, known),
        );
        if (path === undefined) {
          output.out(pulled.text);
          return 0;
        }
        await writeTextFile(path, pulled.text);
        if (given.valueOf(jsonOption)) {
          printJson(output, { features: pulled.count, file: path });
        } else {
          output.out(`wrote ${counted(pulled.count, "feature")} to ${path}\n`);
        }
        return 0;
      }),
  };
}

async function pull(
  { admin }: AdminTarget,
  given: Arguments,
  known: ReadFeatureFile | null,
): Promise<{ readonly text: string; readonly count: number }> {
  const project = given.valueOf(projectOption) ?? known?.file.project;
  const tag = given.valueOf(tagOption) ?? known?.file.scope?.tag;
  const query = projectQuery(project);
  const { environments } = await admin.call("GET /environments", { query });
  const shared = environments.filter(({ state }) => state !== "personal");
  const bySlug = new Map<string, readonly Row[]>();
  for (const { slug } of shared) {
    const answer = await admin.call("GET /environments/:environment/features", {
      params: { environment: `slug:${slug}` },
      query: { ...query, gates: "true" },
    });
    bySlug.set(slug, answer.features);
  }
  const features = pulledFeatures(bySlug, known).filter(
    ({ tags = [] }) => tag === undefined || tags.includes(tag),
  );
  const text =
    known === null
      ? await newFeatureFile(features, { project, tag })
      : updateFeatureFile(known.document, known.file, features);
  return { text, count: features.length };
}

function pulledFeatures(
  bySlug: ReadonlyMap<string, readonly Row[]>,
  known: ReadFeatureFile | null,
): readonly PulledFeature[] {
  const features = new Map<string, PulledFeature & { environments: Map<string, GatesInFile> }>();
  for (const [slug, rows] of bySlug) {
    for (const row of rows) {
      const feature = features.get(row.key) ?? { ...factsOf(row), environments: new Map() };
      features.set(row.key, feature);
      // Environments that follow Production stay out of the file, unless it lists them.
      const listed = known?.file.features[row.key]?.environments ?? {};
      if (row.isOverridden || Object.hasOwn(listed, slug)) {
        feature.environments.set(slug, gatesInFile(row));
      }
    }
  }
  return [...features.values()].toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

function factsOf({ key, description, tags, longevity }: Row) {
  return {
    key,
    ...(description === null ? {} : { description }),
    ...(longevity === null ? {} : { longevity }),
    tags: [...tags],
  };
}

/** Only gates that are not the default. */
function gatesInFile({ allGates }: Row): GatesInFile {
  if (allGates === undefined) {
    throw new Error("The server sent no gates");
  }
  const { boolean, expression, groups, actors, percentageOfActors, percentageOfTime } = allGates;
  return {
    ...(boolean ? { enabled: true } : {}),
    ...(expression === null ? {} : { expression: { ...expression } }),
    ...(groups.length === 0 ? {} : { groups: groups.toSorted() }),
    ...(actors.length === 0 ? {} : { actors: actors.toSorted() }),
    ...(percentageOfActors === 0 ? {} : { percentage_of_actors: percentageOfActors }),
    ...(percentageOfTime === 0 ? {} : { percentage_of_time: percentageOfTime }),
  };
}
