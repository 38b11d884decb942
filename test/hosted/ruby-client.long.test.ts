import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { mountable } from "../../src/index.ts";
import { samplePolicy, sampleRules } from "../contract/governance-examples.ts";
import { audited } from "../helpers/hosted-client.ts";
import { hostedFeature } from "../helpers/hosted-feature.ts";
import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";

const timeoutMs = 180_000;
const ruby = Bun.which("ruby");
const hasFlipper = ruby !== null && Bun.spawnSync([ruby, "-e", "require 'flipper'"]).exitCode === 0;
/** In CI, a missing package makes the tests fail instead of being skipped. */
const isRequired = process.env.CI === "true";

/** Runs a Ruby program against a server that listens; rejects with what it says if it fails. */
async function session(url: string, token?: string, program = "session.rb"): Promise<unknown> {
  const script = join(import.meta.dir, "ruby", program);
  const child = Bun.spawn([ruby ?? "ruby", script, url, ...(token === undefined ? [] : [token])], {
    env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) {
    throw new Error(err);
  }
  return JSON.parse(out);
}

/** What the program must see; the same of either deployment. */
const expected = {
  features_at_first: [],
  exists_at_first: false,
  exists: true,
  enabled: [true, "on", true],
  disabled: [false, "off", false],
  actor: [true, false, "conditional", ["User;1"]],
  other_actor: [false, true, ["User;2"]],
  group: [true, false, ["admins"]],
  no_group: [false, []],
  time: [5, "conditional"],
  no_time: [0, "off"],
  percentage: 25,
  same_actors: true,
  some_actors: true,
  odd_names: true,
  odd_enabled: [true, true, true, true, true, true],
  all: true,
  several: [["search", "unknown"], "25", true],
  cleared: [true, "off"],
  left: ["search"],
  removed: false,
  pushed: { everyone: "on", nobody: "off", pushed: "conditional" },
  pulled: { everyone: "on", nobody: "off", pushed: "conditional" },
  pulled_values: true,
};

describe.skipIf(!(hasFlipper || isRequired))("the public Ruby client", () => {
  test(
    "works with the hosted deployment, by its token",
    async () => {
      const hosted = await startHosted();
      const { fetch } = hosted.deployment.api;
      const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
      const url = `http://127.0.0.1:${server.port}${hostedPrefix}`;
      expect(await session(url, hosted.managerToken)).toEqual(expected);

      const [, body] = await hosted.manager.features.list();
      expect(body).toEqual({
        features: [
          hostedFeature("everyone", "on", { boolean: true }),
          hostedFeature("nobody", "off"),
          hostedFeature("pushed", "conditional", { actors: ["User;1"], percentage_of_time: 5 }),
        ],
      });
      // It says POST /features before every write, and only the first of them is a change.
      const { audits } = audited(await hosted.manager.audits.list("keys=pushed"));
      expect(audits.map(({ action }) => action).sort()).toEqual([
        "create",
        "enable_actor",
        "percentage_of_time",
      ]);
      const refused = await session(url, "no-such-token").catch(String);
      expect(refused).toContain("401");
      await server.stop(true);
      await hosted.stop();
    },
    timeoutMs,
  );

  test(
    "starts up in a protected environment, and raises for a change",
    async () => {
      const hosted = await startHosted();
      await hosted.manager.gates.post("open", "boolean");
      const policy = samplePolicy(hosted.production.id, {
        rules: { ...sampleRules, directTokens: [] },
      });
      await hosted.deployment.writer.submit((draft) =>
        draft.record({ kind: "policy.saved", policy }),
      );
      const { fetch } = hosted.deployment.api;
      const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
      const url = `http://127.0.0.1:${server.port}${hostedPrefix}`;
      const refused = expect.stringContaining("change_request_required");
      expect(await session(url, hosted.managerToken, "protected.rb")).toEqual({
        start_up: null,
        added: ["fresh", "open", "search"],
        enable: refused,
        actor: refused,
        disable: refused,
        remove: refused,
        import: refused,
        states: ["off", "on", "off"],
      });
      await server.stop(true);
      await hosted.stop();
    },
    timeoutMs,
  );

  test(
    "works with the mountable API, without one",
    async () => {
      const api = mountable({ data: ":memory:", groups: { admins: () => false } });
      const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: api.handle });
      const url = `http://127.0.0.1:${server.port}/flipper/api`;
      expect(await session(url)).toEqual(expected);
      expect(api.enabled("pushed", "User;1")).toBe(true);
      await server.stop(true);
      await api.close();
    },
    timeoutMs,
  );
});
