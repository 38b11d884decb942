import { sampleComment, samplePolicy, sampleRequest } from "../contract/governance-examples.ts";
import type { OldData } from "./old-data.ts";

const rules = JSON.stringify(samplePolicy(1).rules);
const author = JSON.stringify(sampleRequest(1).author);
const commands = JSON.stringify(sampleRequest(1).commands);

/**
 * Rows as the first release with policies and requests writes them, and what they say. The policy
 * protects no environment that upgraded servers change in tests.
 */
export function governanceData(data: OldData): OldData {
  return {
    ...data,
    statements: [
      ...data.statements,
      `INSERT INTO policies VALUES (5, '${rules}', '[]', '[]')`,
      `INSERT INTO requests VALUES (1, 5, '${author}', 'Request 1', NULL, 'open', 1, '[]', NULL,
        '${commands}', '{"kind":"author"}', 'aa', '[]', 9000, 10000, NULL, NULL, NULL, NULL, NULL,
        NULL)`,
      `INSERT INTO comments VALUES (1, 5, 'request:1', '${author}', 'Comment 1', 9000, NULL)`,
      `INSERT INTO comments VALUES (2, NULL, 'act:1', '${author}', 'Comment 2', 9000, 9500)`,
    ],
    changes: [
      ...data.changes,
      { kind: "policy.saved", policy: samplePolicy(5) },
      { kind: "request.saved", request: sampleRequest(1, { environmentId: 5 }) },
      { kind: "comment.saved", comment: sampleComment(1, { environmentId: 5 }) },
      {
        kind: "comment.saved",
        comment: sampleComment(2, { environmentId: null, subject: "act:1", editedAt: 9_500 }),
      },
    ],
  };
}
