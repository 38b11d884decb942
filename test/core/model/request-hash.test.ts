import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { requestHash } from "../../../src/core/model/request-base.ts";
import { fullRequest, sampleRequest } from "../../contract/governance-examples.ts";

test("an approval covers the environment, the time, the base and the commands", () => {
  const { environmentId, apply, commands, base, policyBase } = fullRequest;
  const [one] = base;
  const text = JSON.stringify([
    "gatehouse-request-1",
    environmentId,
    apply,
    [
      [one?.environmentId, one?.key, one?.featureId, one?.own, one?.sha256],
      ["policy", policyBase?.sha256],
    ],
    commands,
  ]);
  const hash = createHash("sha256").update(text).digest("hex");
  expect(requestHash(fullRequest)).toBe(hash);
});

test("it covers no votes, titles or states", () => {
  const other = { ...fullRequest, title: "Other", state: "drifted", votes: [] } as const;
  expect(requestHash(other)).toBe(requestHash(fullRequest));
  expect(requestHash(sampleRequest(1))).not.toBe(requestHash(fullRequest));
});
