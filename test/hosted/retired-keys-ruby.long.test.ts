import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { removeFeature } from "../../src/app/commands/feature-commands.ts";
import { callerIn } from "../app/services/service-fixture.ts";
import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";

const timeoutMs = 180_000;
const ruby = Bun.which("ruby");
const hasFlipper = ruby !== null && Bun.spawnSync([ruby, "-e", "require 'flipper'"]).exitCode === 0;
/** In CI, a missing package makes the tests fail instead of being skipped. */
const isRequired = process.env.CI === "true";
const retired = ["old_checkout", "old_banner", "old_export", "old_sale", "old_trial"];

describe.skipIf(!(hasFlipper || isRequired))("an application with an old features.yml", () => {
  test(
    "starts without errors, except where it enables a retired key",
    async () => {
      const hosted = await startHosted();
      const { writer } = hosted.deployment;
      const production = writer.state.productions.first();
      for (const key of retired) {
        await hosted.manager.gates.post(key, "boolean");
        await writer.submit((draft) => {
          removeFeature(draft, callerIn(production ?? expect.unreachable()), key, true);
        });
      }
      const { fetch } = hosted.deployment.api;
      const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
      const url = `http://127.0.0.1:${server.port}${hostedPrefix}`;
      const files = ["old_features.rb", "features.yml"].map((name) =>
        join(import.meta.dir, "ruby", name),
      );
      const [script = "", features = ""] = files;
      const child = Bun.spawn([ruby ?? "ruby", script, url, hosted.managerToken, features], {
        env: {
          PATH: process.env.PATH ?? "",
          LANG: "C.UTF-8",
          ...(process.env.GEM_PATH === undefined ? {} : { GEM_PATH: process.env.GEM_PATH }),
        },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      expect([await child.exited, err]).toEqual([0, ""]);
      const saw: unknown = JSON.parse(out);
      expect(saw).toMatchObject({
        refused: {
          old_sale: expect.stringContaining("403"),
          old_trial: expect.stringContaining("403"),
        },
        enabled: ["new_search"],
        exist: ["dark_mode", "new_search"],
      });
      expect(Object.keys(JSON.parse(out).refused)).toEqual(["old_sale", "old_trial"]);
      await server.stop(true);
      await hosted.stop();
    },
    timeoutMs,
  );
});
