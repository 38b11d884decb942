import { expect, test } from "bun:test";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const timeoutMs = 180_000;
const token = "a-token-of-these-tests";

test(
  "with --round-percentages decimals of pushes and gate writes are rounded, and logged",
  async () => {
    using directory = new TemporaryDirectory();
    using server = await ServerProcess.run(
      testedProgram,
      ["--port", "0"],
      `${directory.path}/data`,
      { variables: { GATEHOUSE_TOKEN: token, GATEHOUSE_ROUND_PERCENTAGES: "on" } },
    );
    const post = (path: string, body: unknown) =>
      fetch(`${server.url}/adapter${path}`, {
        method: "POST",
        headers: { "Flipper-Cloud-Token": token, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const features = {
      half: { percentage_of_actors: "12.5" },
      little: { percentage_of_time: 0.001 },
      much: { percentage_of_actors: "99.8" },
    };
    // The path of the Ruby client's push.
    expect((await post("/adapter/import", { features })).status).toBe(204);
    expect(
      (await post("/features/search/percentage_of_actors", { percentage: "0.4" })).status,
    ).toBe(200);
    const change = { gate: "percentage_of_time", action: "enable", value: 33.5 };
    const changed = await fetch(`${server.url}/admin/v1/environments/-/features/search/changes`, {
      method: "POST",
      headers: { "Flipper-Cloud-Token": token, "Content-Type": "application/json" },
      body: JSON.stringify({ changes: [change] }),
    });
    expect(changed.status).toBe(200);
    for (const percentage of ["100.5", "-0.5", "12.5%", "", null, [12.5]]) {
      const { status } = await post("/features/half/percentage_of_actors", { percentage });
      expect([percentage, status]).toEqual([percentage, 422]);
    }
    const list = await fetch(`${server.url}/adapter/features?exclude_gate_names=true`, {
      headers: { "Flipper-Cloud-Token": token },
    });
    const listed = JSON.stringify(await list.json());
    for (const [gate, value] of [
      ["percentage_of_actors", 13],
      ["percentage_of_time", 1],
      ["percentage_of_actors", 99],
      ["percentage_of_actors", 1],
      ["percentage_of_time", 34],
    ]) {
      expect(listed).toContain(`{"key":"${gate}","value":${value}}`);
    }
    server.signal("SIGTERM");
    const { err } = await server.ended();
    const lines = err.split("\n").filter((line) => line.includes("percentages rounded"));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("count=3");
    expect(lines[0]).toContain("half");
    expect(lines[0]).toContain("percentage_of_actors 12.5 to 13");
    expect(lines[0]).toContain("percentage_of_time 0.001 to 1");
    expect(lines[0]).toContain("percentage_of_actors 99.8 to 99");
    expect(lines[1]).toContain("percentage_of_actors 0.4 to 1");
    expect(lines[2]).toContain("percentage_of_time 33.5 to 34");
  },
  timeoutMs,
);

test(
  "digits that a JavaScript number loses are rounded too, and logged as they were sent",
  async () => {
    using directory = new TemporaryDirectory();
    using server = await ServerProcess.run(
      testedProgram,
      ["--port", "0", "--round-percentages"],
      `${directory.path}/data`,
      { variables: { GATEHOUSE_TOKEN: token } },
    );
    const headers = { "Flipper-Cloud-Token": token, "Content-Type": "application/json" };
    const post = async (path: string, body: string) => {
      const url = `${server.url}/adapter${path}`;
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    expect(
      await post(
        "/import",
        '{"features":{"much":{"percentage_of_actors":"99.99999999999999999"},' +
          '"some":{"percentage_of_actors":12.4999999999999999999}}}',
      ),
    ).toBe(204);
    expect(await post("/features/few/percentage_of_actors", '{"percentage":"1e-400"}')).toBe(200);
    server.signal("SIGTERM");
    const { err } = await server.ended();
    expect(err).toContain("percentage_of_actors 99.99999999999999999 to 99");
    expect(err).toContain("percentage_of_actors 12.4999999999999999999 to 12");
    expect(err).toContain("percentage_of_actors 1e-400 to 1");
  },
  timeoutMs,
);
