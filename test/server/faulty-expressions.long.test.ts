import { expect, test } from "bun:test";
import { join } from "node:path";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import {
  faultOfExpression,
  faultyExpression,
  storeFaultyExpression,
} from "../helpers/faulty-expression-data.ts";

const timeoutMs = 180_000;
const token = "a-token-of-these-tests";

test(
  "a faulty expression of an older version is served, closes its gate, and is explained",
  async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    await storeFaultyExpression(data, token);
    using server = await ServerProcess.start(testedProgram, data, {
      mode: "hosted",
      variables: { GATEHOUSE_TOKEN: token },
    });
    const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { "Flipper-Cloud-Token": token, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.json();
    };
    expect(await call("GET", "/adapter/features/faulty")).toMatchObject({
      state: "conditional",
      gates: expect.arrayContaining([
        { key: "expression", name: "expression", value: faultyExpression },
      ]),
    });
    expect(await call("GET", "/adapter/actors/User;1")).toMatchObject({
      features: { faulty: { enabled: false }, fine: { enabled: false } },
    });
    const keys = ["faulty", "fine"];
    expect(
      await call("POST", "/admin/v1/environments/-/explain", { keys, actors: ["User;1"] }),
    ).toMatchObject({
      features: [
        {
          key: "faulty",
          enabled: false,
          gates: expect.arrayContaining([
            expect.objectContaining({ gate: "expression", fault: faultOfExpression }),
          ]),
        },
        {
          key: "fine",
          gates: expect.arrayContaining([
            expect.objectContaining({ gate: "expression", fault: null }),
          ]),
        },
      ],
    });
    const why = (key: string) =>
      run(testedProgram, ["check", key, "--actor", "User;1", "--why"], {
        cwd: directory.path,
        variables: { GATEHOUSE_DATA: data },
      });
    expect((await why("faulty")).out).toContain(
      `the stored expression is faulty: ${faultOfExpression}`,
    );
    expect((await why("fine")).out).not.toContain("faulty");
    // It cannot be written again.
    expect(await call("POST", "/adapter/features/new/expression", faultyExpression)).toMatchObject({
      code: 7,
      message: faultOfExpression,
    });
    expect(await call("GET", "/adapter/features/new")).toMatchObject({ code: 1 });
    const refused = await run(
      testedProgram,
      ["feature", "enable", "new", "-x", JSON.stringify(faultyExpression)],
      { cwd: directory.path, variables: { GATEHOUSE_DATA: data } },
    );
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toContain(faultOfExpression);
  },
  timeoutMs,
);
