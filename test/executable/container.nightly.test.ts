import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, cpSync, mkdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { hostTarget } from "../../packaging/bun-build.ts";
import { makeRelease } from "../../packaging/release.ts";
import { run } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { deployedPod } from "../packages/deployment-files.ts";
import { dockerfileStages, numbersOf, only, variables } from "../packages/dockerfile.ts";
import { fillRoot, inside, mayIsolate } from "./minimal-root.ts";

const executable = process.env.TESTED_PROGRAM ?? "";
const root = join(import.meta.dir, "../..");
const [source = [], released = [], , image = []] = await dockerfileStages();
const [program = "", ...none] = numbersOf(only(image, "ENTRYPOINT"));
const timeoutMs = 180_000;

async function listeningPort(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const chunk of stdout) {
    printed += decoder.decode(chunk, { stream: true });
    const port = /^listening on \S+:(?<port>\d+)\n/m.exec(printed)?.groups?.port;
    if (port !== undefined) {
      return port;
    }
  }
  throw new Error(`the server never listened: ${printed}`);
}

async function sha256(path: string): Promise<string> {
  return new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex");
}

/** What packaging/kubernetes.yaml gives the container. */
const pod = await deployedPod();

describe.skipIf(!mayIsolate)("in a pod of packaging/kubernetes.yaml", () => {
  test(
    "the server uses a directory of its own in the volume, and writes nowhere else",
    async () => {
      using directory = new TemporaryDirectory();
      chmodSync(directory.path, 0o755);
      const { user, group, volumeGroup, volume } = pod;
      const place = { directory: directory.path, user: `${user}:${group}`, writable: volume };
      fillRoot(place, { from: executable, to: program }, volume);
      // As Kubernetes makes volumes for an fsGroup.
      chownSync(join(directory.path, volume), 0, volumeGroup);
      chmodSync(join(directory.path, volume), 0o2775);
      const serving = { ...variables(image), ...pod.variables, GATEHOUSE_HOST: "127.0.0.1" };
      using server = inside(place, [program, ...numbersOf(only(image, "CMD"))], {
        ...serving,
        GATEHOUSE_PORT: "0",
      });
      const port = await listeningPort(server.stdout);
      for (const path of pod.probes) {
        expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([
          path,
          200,
        ]);
      }
      const headers = { "flipper-cloud-token": pod.variables.GATEHOUSE_TOKEN ?? "" };
      const url = `http://127.0.0.1:${port}/adapter/features/search/boolean`;
      expect((await fetch(url, { method: "POST", headers })).status).toBe(200);
      const listing = await inside(place, [program, "token", "list"], serving).ended();
      expect(listing).toMatchObject({ code: 0, err: "" });
      // Root's file system cannot be written to.
      const outside = await inside(place, [program, "backup", "/a.tar.gz"], serving).ended();
      expect(outside).toMatchObject({ code: 2, err: expect.stringContaining("read-only") });
      const stopped = await server.stop();
      expect(stopped.code).toBe(0);
      // Not even a warning, as a directory that its group may write to would be.
      expect(stopped.err).not.toMatch(/^\S+ (?:error|warn) /m);
      const data = statSync(join(directory.path, pod.variables.GATEHOUSE_DATA ?? ""));
      expect([data.uid, data.mode & 0o777]).toEqual([user, 0o700]);
    },
    timeoutMs,
  );
});

test(
  "the stage of a release makes the same executable from the files that it copies",
  async () => {
    using directory = new TemporaryDirectory();
    const release = join(directory.path, "release");
    const files = [{ path: "LICENSE", content: Buffer.from("MIT"), mode: 0o644 }];
    await makeRelease({
      product: { name: "gatehouse", version: packageJson.version },
      targets: [hostTarget()],
      directory: release,
      build: (_, path) => Bun.write(path, Bun.file(executable)).then(() => chmodSync(path, 0o755)),
      billOfMaterials: () => Promise.resolve("{}"),
      accompanying: files,
      installScript: await Bun.file(join(root, "packaging/install.sh")).text(),
      report: () => undefined,
    });
    // The builder gets neither the executable itself nor the bill of materials.
    const [raw, bill] = [hostTarget(), "cdx.json"];
    rmSync(join(release, `gatehouse-${packageJson.version}-${raw}`));
    rmSync(join(release, `gatehouse-${packageJson.version}.${bill}`));
    const commands = released.filter(({ name }) => name === "RUN").map(({ text }) => text);
    const made = await run({ name: "sh", argv: ["sh", "-e", "-c", commands.join("\n")] }, [], {
      cwd: directory.path,
      variables: { PATH: process.env.PATH ?? "" },
    });
    expect(made).toMatchObject({ code: 0, err: "" });
    expect(await sha256(join(directory.path, "dist/gatehouse"))).toBe(await sha256(executable));
    expect(statSync(join(directory.path, "volume/data")).mode & 0o777).toBe(0o700);
  },
  timeoutMs,
);

describe.skipIf(!mayIsolate)(
  "in a root directory that holds only the executable and its libraries",
  () => {
    test(
      "the server serves, answers health checks, can be administered, and stops",
      async () => {
        using directory = new TemporaryDirectory();
        chmodSync(directory.path, 0o755);
        const place = { directory: directory.path, user: only(image, "USER") };
        fillRoot(place, { from: executable, to: program }, only(image, "VOLUME"));
        const serverVariables = { ...variables(image), GATEHOUSE_HOST: "127.0.0.1" };
        using server = inside(place, [program, ...none, ...numbersOf(only(image, "CMD"))], {
          ...serverVariables,
          GATEHOUSE_PORT: "0",
        });
        const port = await listeningPort(server.stdout);
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
        expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);

        // The image's host, which clients cannot connect to, and a proxy, which containers often
        // have.
        const asking = {
          ...variables(image),
          GATEHOUSE_PORT: port,
          http_proxy: "http://127.0.0.1:9",
        };
        const health = numbersOf(only(image, "HEALTHCHECK"));
        expect(await inside(place, health, asking).ended()).toEqual({
          code: 0,
          out: `http://127.0.0.1:${port}/healthz answered 200\n`,
          err: "",
        });

        const words = ["token", "create", "--name", "a", "--environment", "production"];
        const create = [program, ...words, "--access", "read_only"];
        const created = await inside(place, create, variables(image)).ended();
        expect(created).toMatchObject({ code: 0, err: "" });
        const reading = { headers: { "flipper-cloud-token": created.out.trim() } };
        const read = await fetch(`http://127.0.0.1:${port}/adapter/features`, reading);
        expect(read.status).toBe(200);

        const stopped = await server.stop();
        expect(stopped.code).toBe(0);
        expect(stopped.err).not.toMatch(/^\S+ (?:error|warn) /m);
        expect(await inside(place, health, asking).ended()).toMatchObject({ code: 1, out: "" });
      },
      timeoutMs,
    );
  },
);

test(
  "the files that the Dockerfile copies build the same executable, byte by byte, in any directory",
  async () => {
    using directory = new TemporaryDirectory();
    const copied = source.filter(({ name }) => name === "COPY");
    for (const path of copied.flatMap(({ text }) => text.split(" ").slice(0, -1))) {
      cpSync(join(root, path), join(directory.path, path), { recursive: true });
    }
    cpSync(join(root, "node_modules"), join(directory.path, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    // The dependencies are copied instead of running `make setup`; the rest is as in the image. The
    // file name of npm's Bun differs from the command's name.
    const commands = join(directory.path, "commands");
    mkdirSync(commands);
    symlinkSync(process.execPath, join(commands, "bun"));
    const make = ["make", "--silent", "--old-file=build/dependencies.stamp", "build"];
    const built = await run({ name: "make", argv: make }, [], {
      cwd: directory.path,
      variables: { PATH: `${commands}:${process.env.PATH ?? ""}` },
    });
    expect(built).toMatchObject({ code: 0 });
    expect(await sha256(join(directory.path, "dist/gatehouse"))).toBe(await sha256(executable));
  },
  timeoutMs,
);
