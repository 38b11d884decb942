import { expect, test } from "bun:test";
import { type Shell, startShell, words } from "./in-memory-shell.ts";

const now = 1_700_000_000_000;

async function arrange(): Promise<(line: string) => ReturnType<Shell["run"]>> {
  const shell = await startShell(() => now);
  const run = (line: string) => shell.run(...words(line));
  for (const line of ["feature create search", "member add grace@example.com --name Grace"]) {
    const ran = await run(line);
    expect([line, ran.code, ran.err]).toEqual([line, 0, ""]);
  }
  return run;
}

test.each(["feature %s search", "audit %s 1"])(
  "comments are added, listed, edited and deleted by gatehouse %s",
  async (command) => {
    const run = await arrange();
    const comment = command.replace("%s", "comment");
    const list = command.replace("%s", "comments");
    expect((await run(list)).out).toBe("no comments\n");
    expect(await run(`${comment} First`)).toMatchObject({ code: 0, out: "added comment 1\n" });
    await run(`${comment} Second`);
    expect((await run(list)).out).toMatch(
      /^1 {2}\S+, 2023-11-14 22:13\nFirst\n\n2 {2}\S+, 2023-11-14 22:13\nSecond\n$/,
    );
    expect((await run(`${comment} Better --edit 2`)).out).toBe("edited comment 2\n");
    expect((await run(`${comment} --delete 1`)).out).toBe("deleted the comment\n");
    const { comments } = JSON.parse((await run(`${list} --json`)).out);
    expect(comments).toMatchObject([
      { id: 2, text: "Better", created_at: "2023-11-14T22:13:20.000Z" },
    ]);
    expect(await run(`${comment} --delete 1`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no such comment"),
    });
    expect(await run(comment)).toMatchObject({ code: 2 });
    expect(await run(`${comment} x --delete 2`)).toMatchObject({ code: 2 });
  },
);

test("requests take comments", async () => {
  const run = await arrange();
  await run("policy set --approvals 1 --from role:admin");
  await run("feature enable search --request");
  expect((await run("request comment 1 Why")).out).toBe("added comment 1\n");
  expect((await run("request comments 1")).out).toContain("Why\n");
  expect(await run("request comments 2")).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no such change request"),
  });
});
