import { project } from "../contract/sample-entities.ts";
import { nameColumns } from "./name-columns.ts";
import type { OldData } from "./old-data.ts";

const columns = {
  projects:
    "id, organization_id, name, is_strict_about_groups, revision, finished_after_days, finished_longevities",
};
const issuePattern = "https://issues.example.com/{issue}";

/** Rows as the first release with links to issues writes them, and what they say. */
export function issuePatternData({ statements, ...data }: OldData): OldData {
  return {
    ...data,
    statements: [
      ...nameColumns(statements, columns),
      `UPDATE projects SET issue_pattern = '${issuePattern}' WHERE id = 2`,
    ],
    changes: [
      ...data.changes,
      {
        kind: "project.saved",
        project: project(2, {
          finishedAfterDays: 7,
          finishedLongevities: ["permanent", "unset"],
          issuePattern,
        }),
      },
    ],
  };
}
