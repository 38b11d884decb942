import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { listeningUrl } from "../helpers/listening-url.ts";
import { samplesOf } from "../server/metrics/samples.ts";
import type { Program } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

const token = "a-token-of-operations";
const modes = [
  { mode: "hosted", api: "/base/adapter", checks: ["database", "telemetry", "disk"] },
  { mode: "mountable", api: "/base/toggles", checks: ["database", "disk"] },
];

/**
 * What an operator of the server sees, in both modes (docs/operations.md#logs-health-and-metrics).
 */
export function operationsContract(program: Program): void {
  describe.each(modes)(`operations of ${program.name} in $mode mode`, ({ mode, api, checks }) => {
    test("it serves health and metrics under the base path, and logs requests and changes", async () => {
      using directory = new TemporaryDirectory();
      const flags = ["--port", "0", "--data", directory.path, "--base-path", "/base"];
      const more = ["--mode", mode, "--log-format", "json", "--log-requests"];
      const child = Bun.spawn([...program.argv, "serve", ...flags, ...more], {
        cwd: directory.path,
        env: { PATH: "", GATEHOUSE_TOKEN: token, GATEHOUSE_MOUNT_PATH: "/toggles" },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const url = (await listeningUrl(child.stdout)) ?? "";
      const get = (path: string) => fetch(url + path, { headers: { "x-request-id": "r.1" } });
      const ready = await get("/base/readyz");
      expect(ready.status).toBe(200);
      expect(ready.headers.get("x-request-id")).toBe("r.1");
      expect(await ready.json()).toEqual({
        status: "ok",
        checks: Object.fromEntries(checks.map((check) => [check, "ok"])),
      });
      expect((await get("/metrics")).status).toBe(404);
      const written = await fetch(`${url}${api}/features/search/actors`, {
        method: "POST",
        headers: { "flipper-cloud-token": token },
        body: new URLSearchParams({ flipper_id: "User;secret" }),
      });
      expect(written.status).toBe(200);
      const forged = await fetch(`${url}${api}/features/search/boolean`, {
        method: "POST",
        headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      });
      expect(forged.status).toBe(mode === "mountable" ? 403 : 401);
      const samples = samplesOf(await (await get("/base/metrics")).text());
      const route = `route="${api}/features/:feature_name/actors",method="POST",status="200"`;
      expect(samples.get(`gatehouse_http_requests_total{${route}}`)).toBe(1);
      expect(samples.get('gatehouse_changes_total{action="enable_actor"}')).toBe(1);
      expect(samples.get('gatehouse_database_bytes{file="gatehouse.db"}')).toBeGreaterThan(0);
      expect(samples.has("gatehouse_telemetry_waiting")).toBe(mode === "hosted");
      child.kill("SIGTERM");
      const [code, logged] = await Promise.all([child.exited, child.stderr.text()]);
      expect(code).toBe(0);
      const entries = logged
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(entries.find(({ message }) => message === "started")).toMatchObject({
        mode,
        address: url,
        data: directory.path,
      });
      expect(entries.at(-1).message).toBe("stopped");
      expect(entries.filter(({ action }) => action === "enable_actor")).toHaveLength(1);
      expect(entries.filter(({ message }) => message === "request")).toHaveLength(5);
      for (const secret of [token, "User;secret"]) {
        expect(logged).not.toContain(secret);
      }
    });
  });

  test(`${program.name}: metrics may have an address of their own`, async () => {
    using directory = new TemporaryDirectory();
    const flags = ["--port", "0", "--data", directory.path, "--metrics-address", "127.0.0.1:0"];
    const child = Bun.spawn([...program.argv, "serve", ...flags, "--log-format", "json"], {
      cwd: directory.path,
      env: { PATH: "", GATEHOUSE_TOKEN: token },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const url = await listeningUrl(child.stdout);
    let logged = "";
    let metricsUrl: string | undefined;
    const decoder = new TextDecoder();
    for await (const chunk of child.stderr) {
      logged += decoder.decode(chunk, { stream: true });
      metricsUrl = /"serving metrics","address":"(?<address>[^"]+)"/.exec(logged)?.groups?.address;
      if (metricsUrl !== undefined) {
        break;
      }
    }
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${metricsUrl}/healthz`)).status).toBe(404);
    const samples = samplesOf(await (await fetch(`${metricsUrl}/metrics`)).text());
    const route = 'route="/healthz",method="GET",status="200"';
    expect(samples.get(`gatehouse_http_requests_total{${route}}`)).toBe(1);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  test.skipIf(process.platform !== "linux")(
    `${program.name}: a client address has a limit of connections, half-sent requests included`,
    async () => {
      using directory = new TemporaryDirectory();
      const flags = ["--port", "0", "--data", directory.path, "--connection-limit", "3"];
      const child = Bun.spawn([...program.argv, "serve", ...flags], {
        cwd: directory.path,
        env: { PATH: "", GATEHOUSE_TOKEN: token },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const port = Number(new URL((await listeningUrl(child.stdout)) ?? "").port);
      const closed = Promise.withResolvers<void>();
      const sockets = Array.from({ length: 5 }, () => {
        const socket = connect({ port, host: "127.0.0.1" });
        socket.on("connect", () => socket.write("GET /healthz HTTP/1.1\r\n"));
        socket.on("close", () => {
          if (sockets.filter(({ destroyed }) => destroyed).length === 2) {
            closed.resolve();
          }
        });
        return socket;
      });
      await closed.promise;
      const other = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
      other.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
      const { promise: answer, resolve } = Promise.withResolvers<string>();
      other.on("data", (data) => resolve(data.toString()));
      expect(await answer).toStartWith("HTTP/1.1 200 ");
      expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(2);
      for (const socket of [...sockets, other]) {
        socket.destroy();
      }
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
    },
  );
}
