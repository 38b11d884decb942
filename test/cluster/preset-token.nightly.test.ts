import { describe, expect, test } from "bun:test";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";
import { firstStatus } from "../server/first-status.ts";

describe.skipIf(isPostgresMissing)("servers of a database", () => {
  test("answer the right GATEHOUSE_TOKEN never with 401, not even the first time", async () => {
    const variables = { GATEHOUSE_DATABASE: await database() };
    using first = new TemporaryDirectory();
    using second = new TemporaryDirectory();
    for (const [directory, token] of [
      [first, "token-number-one"],
      [first, "token-number-two"],
      [second, "token-number-three"],
    ] as const) {
      expect([token, await firstStatus(directory.path, token, variables)]).toEqual([token, 200]);
    }
  });
});
