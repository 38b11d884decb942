import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { gatehouseProgram } from "../../src/cli/program.ts";
import { loadConfig } from "../../src/config/config.ts";
import { settings } from "../../src/config/settings.ts";
import { dockerfileStages, only, packagingDirectory, variables, wordsOf } from "./dockerfile.ts";

const root = join(packagingDirectory, "..");
const [build = [], image = [], ...others] = await dockerfileStages();
const copies = (stage: typeof build) => stage.filter(({ name }) => name === "COPY");
const sources = copies(build).flatMap(({ text }) => text.split(" ").slice(0, -1));

test("the image comes from one that builds, and both are named by a tag that says which", () => {
  expect(others).toEqual([]);
  expect(only(build, "FROM")).toMatch(/^node:\d+-bookworm AS build$/);
  expect(only(image, "FROM")).toMatch(/^gcr\.io\/distroless\/cc-debian12:nonroot$/);
});

test("what is copied is there, and is all that is sent to the builder", async () => {
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  const ignored = await Bun.file(join(packagingDirectory, "Dockerfile.dockerignore")).text();
  const rules = ignored.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(rules).toEqual(["*", ...sources.map((source) => `!${source}`).sort()]);
});

test("the image has what the first stage made, and no file of its users", () => {
  expect(copies(image).map(({ flags, text }) => [flags.from, text])).toEqual([
    ["build", "/build/dist/gatehouse /usr/local/bin/gatehouse"],
    ["build", "/build/data /data"],
  ]);
  expect(image.some(({ name }) => name === "RUN" || name === "ADD")).toBe(false);
  expect(only(image, "LABEL")).toContain(`licenses="${packageJson.license}"`);
});

test("it runs as a user who is not root and owns the volume, where the data is", () => {
  const user = only(image, "USER");
  expect(user).toMatch(/^[1-9]\d+:[1-9]\d+$/);
  expect(copies(image).at(-1)?.flags.chown).toBe(user);
  expect(only(image, "VOLUME")).toBe(variables(image).GATEHOUSE_DATA ?? "");
  expect(only(image, "WORKDIR")).toBe(only(image, "VOLUME"));
});

test("its variables are settings, and its port the one that is listened on", () => {
  const config = loadConfig([], variables(image));
  expect(config).toMatchObject({ mode: "hosted", host: "0.0.0.0", dataDirectory: "/data" });
  expect(only(image, "EXPOSE")).toBe(settings.port.fallback ?? "");
});

test("what it starts, and what asks for its health, are commands of the executable", () => {
  const service = () => Promise.reject(new Error("nothing runs here"));
  const { commands } = gatehouseProgram({ serve: service, administerAt: () => service });
  const names = commands.map(({ name }) => name);
  const [executable, ...none] = wordsOf(only(image, "ENTRYPOINT"));
  expect([executable, ...none]).toEqual(["/usr/local/bin/gatehouse"]);
  const [asking, command, ...rest] = wordsOf(only(image, "HEALTHCHECK"));
  expect([asking, ...rest]).toEqual([executable]);
  expect(names).toContain(command ?? "");
  expect(names).toContain(wordsOf(only(image, "CMD")).join(" "));
});
