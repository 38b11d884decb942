import { expect, test } from "bun:test";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { firstStatus } from "./first-status.ts";

test("the first answer to the right GATEHOUSE_TOKEN is never 401", async () => {
  using directory = new TemporaryDirectory();
  // A first start, further values, and a start with a value that is known.
  for (const token of [
    "token-number-one",
    "token-number-two",
    "token-number-three",
    "token-number-three",
  ]) {
    expect([token, await firstStatus(directory.path, token)]).toEqual([token, 200]);
  }
});
