import { expect, test } from "bun:test";
import { ConfigError } from "../../src/config/config-error.ts";
import { createLog } from "../../src/http/log/log.ts";
import { openListeners } from "../../src/server/open-listeners.ts";
import { loadConfig } from "../helpers/load-config.ts";

const fetch = () => new Response("ok");

function listening(flags: readonly string[], port: number) {
  const log = createLog({ level: "error", format: "text", now: () => 0, write: () => undefined });
  return openListeners({
    config: { ...loadConfig(flags, {}), port },
    ...{ log, tls: undefined, nowMs: () => 0 },
    handlers: { fetch, metricsFetch: fetch },
  });
}

test("a demo takes another port if the default one is in use, and no other server does", async () => {
  using used = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
  const port = used.port ?? 0;
  const demo = await listening(["--demo"], port);
  const chosen = new URL(demo.url);
  expect(chosen.hostname).toBe("127.0.0.1");
  expect(Number(chosen.port)).not.toBe(port);
  await demo.stop();
  for (const flags of [[], ["--demo", "--port", "1"]]) {
    await expect(listening(flags, port)).rejects.toBeInstanceOf(ConfigError);
  }
});
