import { expect, test } from "bun:test";
import { join } from "node:path";
import { documentBlocks } from "./document-blocks.ts";
import { gatehouse, type Running, running, shell } from "./running-gatehouse.ts";

const token = "a-token-for-rails";
const ruby = Bun.which("ruby");
const libraries = "require 'flipper/adapters/active_record'; require 'sqlite3'";
const isInstalled =
  ruby !== null &&
  Bun.spawnSync([ruby, "-r", "logger", "-r", "flipper", "-e", libraries]).exitCode === 0;

/** Runs a step of the application; returns what it prints. */
async function rails(step: string, { directory, url }: Running): Promise<string> {
  const program = join(import.meta.dir, "rails-guide.rb");
  const arguments_ = [step, join(directory, "app.sqlite3"), `${url}/adapter`, token];
  const child = Bun.spawn([ruby ?? "ruby", program, ...arguments_], {
    env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) {
    throw new Error(error);
  }
  return out;
}

test.skipIf(!(isInstalled || process.env.CI === "true"))(
  "an application with ActiveRecord moves to Gatehouse, and goes back, as docs/guides/rails.md says",
  async () => {
    const [importing = "", change = ""] = documentBlocks()
      .filter(({ test: kind }) => kind === "rails")
      .map(({ text }) => text);
    const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"), {
      GATEHOUSE_TOKEN: token,
    });
    try {
      const { directory } = server;
      await rails("fill", server);
      const before = await rails("check", server);
      const search: readonly string[] = JSON.parse(before).search;
      expect(search.length).toBeGreaterThan(30);
      expect(search.length).toBeLessThan(100);
      await Bun.write(join(directory, "flipper.json"), await rails("export", server));
      expect(await shell(importing, directory)).toMatch(/create 4, change 0, clear 0 and delete 0/);
      // The first read of the server changes nothing for any actor.
      await rails("sync", server);
      expect(await rails("check", server)).toBe(before);
      await shell(change.replace("User;42", "User;199"), directory);
      expect(search).not.toContain("User;199");
      await rails("sync", server);
      const after = await rails("check", server);
      expect(JSON.parse(after)).toEqual({
        ...JSON.parse(before),
        search: [...search, "User;199"].toSorted(byNumber),
      });
      await shell("gatehouse feature disable checkout", directory);
      // The way back: the application reads its own database again, without the server.
      expect(await rails("check", server)).toBe(after);
    } finally {
      await server.stop();
    }
  },
  180_000,
);

function byNumber(left: string, right: string): number {
  return Number(left.slice(5)) - Number(right.slice(5));
}
