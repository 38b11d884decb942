import { expect, test } from "bun:test";
import { firstTokenNotice } from "../../src/cli/administration/first-start-notices.ts";
import { apiLink, docsLink } from "../../src/server/public-links.ts";
import { testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { listeningUrl } from "../helpers/listening-url.ts";
import { loadConfig } from "../helpers/load-config.ts";

const publicUrl = "https://toggles.example";

test.each([
  [[], "/swagger", "http://127.0.0.1:1/adapter"],
  [["--base-path", "/base"], "/base/swagger", "http://127.0.0.1:1/base/adapter"],
  [["--public-url", publicUrl], `${publicUrl}/swagger`, `${publicUrl}/adapter`],
  // A proxy may pass requests on with another path.
  [
    ["--public-url", `${publicUrl}/x/`, "--base-path", "/base"],
    `${publicUrl}/x/swagger`,
    `${publicUrl}/x/adapter`,
  ],
  [
    ["--public-url", publicUrl, "--docs-url", "https://docs.example/api"],
    "https://docs.example/api",
    `${publicUrl}/adapter`,
  ],
])("with %j the links are %s and %s", (flags, docs, api) => {
  const config = loadConfig(flags, {});
  expect(docsLink(config)).toBe(docs);
  expect(apiLink(config, `${config.basePath}/adapter`, "http://127.0.0.1:1")).toBe(api);
});

test("the printed link has a certificate that curl can check, if it is the public one", () => {
  const notice = firstTokenNotice("token", `${publicUrl}/adapter`, true);
  expect(notice).toContain(`curl -H 'Flipper-Cloud-Token: token' ${publicUrl}/adapter/features`);
  expect(firstTokenNotice("token", "https://127.0.0.1:1/adapter")).toContain("curl --insecure ");
});

test("errors of every part of a server have the absolute link", async () => {
  using directory = new TemporaryDirectory();
  const flags = ["--public-url", publicUrl, "--base-path", "/base", "--mode", "mountable"];
  const child = Bun.spawn(
    [...testedProgram.argv, "serve", "--port", "0", "--data", directory.path, ...flags],
    { cwd: directory.path, env: { PATH: "" }, stdin: "ignore", stdout: "pipe", stderr: "ignore" },
  );
  const url = await listeningUrl(child.stdout);
  expect(url).toStartWith("http://127.0.0.1:");
  for (const path of ["/nothing", "/base/nothing", "/base/flipper/api/features/unknown"]) {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ more_info: `${publicUrl}/swagger` });
  }
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
});
