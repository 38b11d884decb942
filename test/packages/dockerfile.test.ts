import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { gatehouseProgram } from "../../src/cli/program.ts";
import { settings } from "../../src/config/settings.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { dockerfileStages, only, packagingDirectory, variables, wordsOf } from "./dockerfile.ts";

const root = join(packagingDirectory, "..");
const [build = [], image = [], ...others] = await dockerfileStages();
const copies = (stage: typeof build) => stage.filter(({ name }) => name === "COPY");
const sources = copies(build).flatMap(({ text }) => text.split(" ").slice(0, -1));

test("there are a build stage and an image, and both base images have a precise tag", () => {
  expect(others).toEqual([]);
  expect(only(build, "FROM")).toMatch(/^node:\d+-bookworm AS build$/);
  expect(only(image, "FROM")).toMatch(/^gcr\.io\/distroless\/cc-debian12:nonroot$/);
});

test("all copied files exist, and no others are sent to the builder", async () => {
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  const ignored = await Bun.file(join(packagingDirectory, "Dockerfile.dockerignore")).text();
  const rules = ignored.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(rules).toEqual(["*", ...sources.map((source) => `!${source}`).sort()]);
});

test("the image copies files from the build stage only", () => {
  expect(copies(image).map(({ flags, text }) => [flags.from, text])).toEqual([
    ["build", "/build/dist/gatehouse /usr/local/bin/gatehouse"],
    ["build", "/build/volume /"],
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
  expect(build.at(-1)?.text).toEndWith(`mkdir volume && mkdir --mode=0700 volume/${volume}`);
});

test("its variables are settings, and its port is the server's default", () => {
  const config = loadConfig([], variables(image));
  expect(config).toMatchObject({ mode: "hosted", host: "0.0.0.0", dataDirectory: "/data" });
  expect(only(image, "EXPOSE")).toBe(settings.port.fallback ?? "");
});

test("its start command and its health check are subcommands of the executable", () => {
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
