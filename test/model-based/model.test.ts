import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import fc from "fast-check";
import { type Actor, type Mountable, mountable } from "../../src/index.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { seeded } from "../fuzz/seed.ts";
import { runsOf } from "../helpers/runs.ts";
import { listOperation, operation } from "./model-operations.ts";
import { fixedRandom, Rules, registered } from "./model-rules.ts";
import type { Operation } from "./operation-arbitraries.ts";

const runs = runsOf(5);

const restart = "restart";
const steps = fc.array(
  fc.oneof({ weight: 25, arbitrary: operation }, { weight: 1, arbitrary: fc.constant(restart) }),
  { minLength: 10, maxLength: 60, size: "max" },
);

const random = spyOn(Math, "random");
beforeAll(() => void random.mockReturnValue(fixedRandom));
afterAll(() => void random.mockRestore());

function start(data: string): Mountable {
  const groups = Object.fromEntries(
    Array.from(registered, ([name, has]) => [name, ({ flipperId }: Actor) => has(flipperId)]),
  );
  return mountable({ data, groups });
}

async function answerOf(server: Mountable, { method, path, headers, body }: Operation) {
  const request = new Request(`http://localhost/flipper/api${path}`, { method, headers, body });
  const response = await server.handle(request);
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe(
    response.status === 204 ? null : "application/json",
  );
  const document: unknown = text === "" ? "" : JSON.parse(text);
  return response.status < 400
    ? { status: response.status, text: text === "" ? "" : JSON.stringify(document) }
    : { status: response.status, code: codeOf(document) };
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : error;
}

async function compare(): Promise<void> {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      using directory = new TemporaryDirectory();
      const rules = new Rules();
      let server = start(directory.path);
      for (const step of [...sequence, restart]) {
        if (step === restart) {
          await server.close();
          server = start(directory.path);
        } else if (typeof step !== "string") {
          expect(await answerOf(server, step)).toEqual(step.expect(rules));
        }
        expect(await answerOf(server, listOperation)).toEqual(listOperation.expect(rules));
      }
      await server.close();
    }),
    { numRuns: runs, ...seeded },
  );
}

test("the server answers as the model of the rules does, also after restarts", compare, {
  timeout: 180_000 + runs * 500,
});
