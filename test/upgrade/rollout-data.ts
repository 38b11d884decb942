import { sampleRollout } from "../contract/rollout-examples.ts";
import type { OldData } from "./old-data.ts";

const { author, steps } = sampleRollout(1);

/** A row as the first release with rollouts writes it, and what it says. */
export function rolloutData(data: OldData): OldData {
  return {
    ...data,
    statements: [
      ...data.statements,
      `INSERT INTO rollouts VALUES (1, 5, 1, 'search', '${JSON.stringify(author)}', NULL, NULL,
        '${JSON.stringify(steps)}', '[]', '{"kind":"now"}', 'hold', 'running', -1, 1, '[null]',
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, '', 9000, NULL, NULL)`,
    ],
    changes: [
      ...data.changes,
      { kind: "rollout.saved", rollout: sampleRollout(1, { environmentId: 5 }) },
    ],
  };
}
