import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { documentedProgram } from "../../packaging/documented-program.ts";
import { settings } from "../../src/config/settings.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { dockerfileStages, numbersOf, only, packagingDirectory, variables } from "./dockerfile.ts";

const root = join(packagingDirectory, "..");
const [source = [], release = [], executable = [], image = [], ...others] =
  await dockerfileStages();
const copies = (stage: typeof source) => stage.filter(({ name }) => name === "COPY");
const sources = copies(source).flatMap(({ text }) => text.split(" ").slice(0, -1));

test("there are two build stages and an image, and all base images have a precise tag", () => {
  expect(others).toEqual([]);
  expect(only(source, "FROM")).toMatch(/^node:\d+-bookworm(@sha256:[0-9a-f]{64})? AS source$/);
  expect(only(release, "FROM")).toBe(only(source, "FROM").replace(" AS source", " AS release"));
  expect(only(image, "FROM")).toMatch(
    /^gcr\.io\/distroless\/cc-debian12:nonroot(@sha256:[0-9a-f]{64})?$/,
  );
});

test("a build argument chooses the stage of the executable, by default the sources", async () => {
  const text = await Bun.file(join(packagingDirectory, "Dockerfile")).text();
  expect(text.match(/^ARG .*$/gm)).toEqual(["ARG EXECUTABLE=source"]);
  // A build argument in a FROM must be declared before the first one.
  expect(text.indexOf("ARG EXECUTABLE")).toBeLessThan(text.search(/^FROM /m));
  expect(only(executable, "FROM")).toMatch(/^\$\{EXECUTABLE\} AS executable$/);
  expect(executable.length).toBe(1);
});

test("the stage of the release uses the files of `make release` only", () => {
  expect(copies(release).map(({ text }) => text)).toEqual(["dist/release release"]);
  expect(release.at(-1)?.text).toStartWith("sh release/install.sh --dir dist && ");
});

test("all copied files exist, and no others are sent to the builder", async () => {
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const ignored = await Bun.file(join(packagingDirectory, "Dockerfile.dockerignore")).text();
  const rules = ignored.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const released = ["*-linux-*.tar.gz", "SHA256SUMS", "install.sh"];
  const sent = [...sources, ...released.map((name) => `dist/release/${name}`)];
  expect(rules).toEqual(["*", ...sent.map((path) => `!${path}`).sort()]);
});

test("the image copies files from the chosen stage only", () => {
  expect(copies(image).map(({ flags, text }) => [flags.from, text])).toEqual([
    ["executable", "/build/dist/gatehouse /usr/local/bin/gatehouse"],
    ["executable", "/build/volume /"],
  ]);
  expect(image.some(({ name }) => name === "RUN" || name === "ADD")).toBe(false);
  expect(only(image, "LABEL")).toContain(`licenses="${packageJson.license}"`);
});

test("it runs as a user other than root, who owns the data volume, which only this user may open", () => {
  const user = only(image, "USER");
  expect(user).toMatch(/^[1-9]\d+:[1-9]\d+$/);
  expect(copies(image).at(-1)?.flags.chown).toBe(user);
  expect(only(image, "VOLUME")).toBe(variables(image).GATEHOUSE_DATA ?? "");
  expect(only(image, "WORKDIR")).toBe(only(image, "VOLUME"));
  // The mode of a copied directory's content is kept, that of the directory itself is not.
  const volume = only(image, "VOLUME").replace(/^\//, "");
  for (const stage of [source, release]) {
    expect(stage.at(-1)?.text).toEndWith(`mkdir volume && mkdir --mode=0700 volume/${volume}`);
  }
});

test("its variables are settings, and its port is the server's default", () => {
  const config = loadConfig([], variables(image));
  expect(config).toMatchObject({ mode: "hosted", host: "0.0.0.0", dataDirectory: "/data" });
  expect(only(image, "EXPOSE")).toBe(settings.port.fallback ?? "");
});

test("its start command and its health check are subcommands of the executable", () => {
  const names = documentedProgram.commands.map(({ name }) => name);
  const [executable, ...none] = numbersOf(only(image, "ENTRYPOINT"));
  expect([executable, ...none]).toEqual(["/usr/local/bin/gatehouse"]);
  const [asking, command, ...rest] = numbersOf(only(image, "HEALTHCHECK"));
  expect([asking, ...rest]).toEqual([executable]);
  expect(names).toContain(command ?? "");
  expect(names).toContain(numbersOf(only(image, "CMD")).join(" "));
});
