import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requestRunningServer } from "../../../src/cli/administration/administration-client.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { administerAt, startServer } from "./administration-targets.ts";
import { expectRefused } from "./describe-administration.ts";

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function send(directory: string, { path = "/export", method = "POST", ...rest }: Sent) {
  const response = await fetch(`http://gatehouse${path}`, {
    unix: join(directory, "gatehouse.sock"),
    keepalive: false,
    method,
    headers: rest.headers ?? {},
    ...(method === "GET" ? {} : { body: rest.body ?? "{}" }),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

const planOf = (directory: string) => requestRunningServer(directory, "/admin/v1/plan", {});

describe("the socket", () => {
  test("is accessible for the server's user only, and removed when the server stops", async () => {
    using directory = new TemporaryDirectory();
    const server = await startServer(directory.path);
    const { mode } = statSync(join(directory.path, "gatehouse.sock"));
    expect((mode & 0o777).toString(8)).toBe("600");
    expect(readdirSync(directory.path)).not.toContain("gatehouse.sock.new");
    await server.stop();
    expect(readdirSync(directory.path).filter((name) => name.includes("sock"))).toEqual([]);
  });

  test("replaces what a killed server left: a socket, a file, an unfinished socket", async () => {
    using directory = new TemporaryDirectory();
    const administer = administerAt(directory.path);
    const first = await startServer(directory.path);
    await first.stop();
    for (const leave of [leaveSocket, leaveFile, leavePrivateDirectory]) {
      await leave(directory.path);
      // Without a server, the remains must not prevent the shell from using the data.
      expect(await administer("limits.show", {})).toMatchObject({ plan: "self_hosted" });
      const server = await startServer(directory.path);
      expect((await planOf(directory.path))?.status).toBe(200);
      await server.stop();
    }
  });

  test("can be reached in a directory with a long path", async () => {
    using directory = new TemporaryDirectory();
    const long = join(directory.path, "x".repeat(200), "ü".repeat(100));
    mkdirSync(long, { recursive: true });
    const server = await startServer(long);
    expect(readdirSync(long)).toContain("gatehouse.sock");
    expect((await planOf(long))?.status).toBe(200);
    await server.stop();
    expect(await administerAt(long)("limits.show", {})).toMatchObject({ plan: "self_hosted" });
  });

  test("that cannot be created is a fault, and leaves no files", async () => {
    using directory = new TemporaryDirectory();
    mkdirSync(join(directory.path, "gatehouse.sock", "in the way"), { recursive: true });
    const server = await startServer(directory.path);
    expect(server.faults).toHaveLength(1);
    expect(server.faults[0]).toHaveProperty(
      "message",
      "commands cannot reach this server and work only while it is stopped",
    );
    expect(readdirSync(directory.path)).not.toContain("gatehouse.sock.new");
    expect(await planOf(directory.path)).toBeNull();
    server.faults.length = 0;
    await server.stop();
    expect(await administerAt(directory.path)("limits.show", {})).toMatchObject({
      plan: "self_hosted",
    });
  });

  test("does not delay the stop of a server for an idle connection", async () => {
    using directory = new TemporaryDirectory();
    const server = await startServer(directory.path);
    const closed = Promise.withResolvers<void>();
    await Bun.connect({
      unix: join(directory.path, "gatehouse.sock"),
      socket: { data: () => undefined, close: () => closed.resolve() },
    });
    await server.stop();
    await closed.promise;
  });

  test("finishes running operations before it stops", async () => {
    using directory = new TemporaryDirectory();
    const server = await startServer(directory.path);
    const names = Array.from({ length: 20 }, (_, index) => `group ${index}`);
    const added = names.map(async (name) => {
      const answer = await requestRunningServer(directory.path, "/admin/v1/groups", {
        method: "POST",
        body: JSON.stringify({ name }),
        headers: { "content-type": "application/json" },
      });
      return answer?.ok === true ? name : null;
    });
    await added[0];
    await server.stop();
    const settled = await Promise.allSettled(added);
    const { groups } = await administerAt(directory.path)("group.list", {});
    const acknowledged = settled.flatMap((result) =>
      result.status === "fulfilled" && result.value !== null ? [result.value] : [],
    );
    expect(groups).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThan(0);
  });
});

test("requests that the shell never sends are refused, and change nothing", async () => {
  using directory = new TemporaryDirectory();
  const server = await startServer(directory.path);
  const before = server.writer.state;
  const group = '{"name":"intruders"}';
  const add = "/admin/v1/groups";
  const json = { "content-type": "application/json" };
  const refused: [Sent, number, string][] = [
    [{ path: add, body: group, headers: { origin: "http://localhost" } }, 403, "pages may not"],
    [{ path: add, body: group, headers: { origin: "null" } }, 403, "pages may not"],
    [{ path: add, body: group, headers: { "sec-fetch-site": "none" } }, 403, "pages may not"],
    [{ path: add, body: group, headers: {} }, 415, "application/json"],
    [{ path: add, method: "PUT", body: group }, 405, "method"],
    [{ path: "/admin/v1/groups/", body: group }, 404, "no route"],
    [{ path: "/group.add", body: group }, 404, "no route"],
    [{ path: "/__proto__", body: group }, 404, "no route"],
    [{ path: "/", body: group }, 404, "no route"],
    [{ path: add, body: "" }, 400, "not valid JSON"],
    [{ path: add, body: "[".repeat(1_000) }, 400, "nested deeper"],
    [{ path: add, body: '{"name":"\\ud800"}' }, 400, "surrogate"],
    [{ path: add, body: "[]" }, 422, "object"],
    [{ path: add, body: "{}" }, 422, "name"],
    [{ path: add, body: '{"name":null}' }, 422, ""],
    [{ path: add, body: '{"name":7}' }, 422, ""],
    [{ path: add, body: '{"name":["a"]}' }, 422, ""],
    [{ path: add, body: '{"name":"a","more":1}' }, 422, ""],
    [{ path: add, body: '{"name":"a","__proto__":{}}' }, 422, ""],
    [{ path: add, body: `{"name":"${"x".repeat(1024 * 1024)}"}` }, 413, "too large"],
  ];
  for (const [sent, status, reason] of refused) {
    const answer = await send(directory.path, { headers: json, ...sent });
    expect([sent, answer.status]).toEqual([sent, status]);
    expect(answer.body).toMatchObject({ message: expect.stringContaining(reason) });
  }
  expect(server.writer.state).toBe(before);
  await server.stop();
});

test("an operation is not repeated if the server stops before it answers", async () => {
  using directory = new TemporaryDirectory();
  const server = await startServer(directory.path);
  await server.stop();
  const rude = Bun.listen({
    unix: join(directory.path, "gatehouse.sock"),
    socket: { data: (socket) => void socket.terminate() },
  });
  await expectRefused(
    administerAt(directory.path)("group.add", { name: "once" }),
    "the running server stopped before it answered; check whether the change was stored",
  );
  rude.stop(true);
  expect(await administerAt(directory.path)("group.list", {})).toMatchObject({ groups: [] });
});

describe("a data directory", () => {
  test("that is missing or empty is not created", async () => {
    using directory = new TemporaryDirectory();
    const missing = join(directory.path, "none");
    for (const path of [missing, directory.path]) {
      await expect(administerAt(path)("limits.show", {})).rejects.toThrow(
        `there is no data in ${JSON.stringify(path)}; the first "gatehouse serve" creates it`,
      );
    }
    expect(readdirSync(directory.path)).toEqual([]);
  });

  test("of a server that was killed during its first start is completed", async () => {
    using directory = new TemporaryDirectory();
    const { storage } = await openSqliteStorage(directory.path);
    await storage.close();
    const { projects } = await administerAt(directory.path)("project.list", {});
    expect(projects).toMatchObject([{ name: "Default" }]);
  });

  test("is used by concurrent commands one after the other", async () => {
    using directory = new TemporaryDirectory();
    const server = await startServer(directory.path);
    await server.stop();
    const administer = administerAt(directory.path);
    const names = Array.from({ length: 12 }, (_, index) => `group ${index + 10}`);
    await Promise.all(names.map((name) => administer("group.add", { name })));
    expect((await administer("group.list", {})).groups).toEqual(names);
  });

  test("that another process has locked is waited for", async () => {
    using directory = new TemporaryDirectory();
    const server = await startServer(directory.path);
    await server.stop();
    const { storage } = await openSqliteStorage(directory.path);
    const added = administerAt(directory.path)("group.add", { name: "late" });
    await Bun.sleep(50);
    await storage.close();
    expect(await added).toEqual({ name: "late", added: true });
  });
});

async function leaveSocket(directory: string): Promise<void> {
  const left = Bun.serve({
    unix: join(directory, "left"),
    fetch: () => new Response(""),
  });
  renameSync(join(directory, "left"), join(directory, "gatehouse.sock"));
  await left.stop(true);
}

async function leaveFile(directory: string): Promise<void> {
  writeFileSync(join(directory, "gatehouse.sock"), "");
}

async function leavePrivateDirectory(directory: string): Promise<void> {
  mkdirSync(join(directory, "gatehouse.sock.new"));
  writeFileSync(join(directory, "gatehouse.sock.new", "s"), "");
}
