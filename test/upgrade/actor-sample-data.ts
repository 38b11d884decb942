import type { OldData } from "./old-data.ts";

/** Rows as the first release with samples of actors writes them, and what they say. */
export function actorSampleData({ statements, ...data }: OldData): OldData {
  const saved = data.changes.findLast(({ kind }) => kind === "project.saved");
  return {
    ...data,
    statements: [...statements, "UPDATE projects SET samples_actors = 1 WHERE id = 2"],
    changes:
      saved?.kind === "project.saved"
        ? [...data.changes, { ...saved, project: { ...saved.project, samplesActors: true } }]
        : data.changes,
  };
}
