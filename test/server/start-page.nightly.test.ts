import { expect, test } from "bun:test";
import { testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { listeningUrl } from "../helpers/listening-url.ts";

const publicUrl = "https://toggles.example/x";

/** The flags of a server, the path of its start page, and where that leads. */
const rows: [flags: string[], path: string, target: string][] = [
  [["--mode", "hosted", "--no-ui"], "/", "/swagger"],
  [["--mode", "mountable", "--no-ui"], "/", "/swagger"],
  [["--mode", "mountable"], "/", "/flipper/"],
  [["--mode", "mountable", "--mount-path", "/a/b/api"], "/", "/a/b/"],
  [["--mode", "hosted", "--base-path", "/base", "--no-ui"], "/base", "/base/swagger"],
  [["--mode", "hosted", "--base-path", "/base", "--no-ui"], "/base/", "/base/swagger"],
  [["--mode", "mountable", "--base-path", "/base"], "/base/", "/base/flipper/"],
  // The API has the paths of the UI's features then.
  [["--mode", "mountable", "--mount-path", "/features"], "/", "/swagger"],
  [["--mode", "mountable", "--public-url", publicUrl, "--no-ui"], "/", `${publicUrl}/swagger`],
  [["--mode", "mountable", "--public-url", publicUrl], "/", `${publicUrl}/flipper/`],
];

test.concurrent.each(rows)("a server with %j leads from %s to %s", async (flags, path, target) => {
  using directory = new TemporaryDirectory();
  const argv = [...testedProgram.argv, "serve", "--port", "0", "--data", directory.path, ...flags];
  const child = Bun.spawn(argv, {
    cwd: directory.path,
    env: { PATH: "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  try {
    const url = (await listeningUrl(child.stdout)) ?? "";
    for (const method of ["GET", "HEAD"]) {
      const answer = await fetch(url + path, { method, redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, target]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await answer.text()).toBe("");
    }
    if (target.startsWith("/")) {
      const page = await fetch(url + path);
      expect(page.url).toBe(url + target);
      expect(page.headers.get("content-type")).toContain("text/html");
    }
    const refused = await fetch(url + path, { method: "POST", redirect: "manual" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    const outside = await fetch(`${url}/nothing`, { redirect: "manual" });
    expect(outside.status).toBe(404);
    const root = await fetch(`${url}/`, { redirect: "manual" });
    expect(root.status).toBe(path.startsWith("/base") ? 404 : 302);
  } finally {
    child.kill("SIGTERM");
    await child.exited;
  }
});
