import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

/** A demo in a process, whose temporary directory is in `parent`. */
async function startDemo(parent: string) {
  const child = Bun.spawn([...testedProgram.argv, "serve", "--demo", "--log-level", "warn"], {
    cwd: parent,
    env: { PATH: "", TMPDIR: parent },
    stdout: "pipe",
    stderr: "inherit",
  });
  let printed = "";
  const decoder = new TextDecoder();
  for await (const part of child.stdout) {
    printed += decoder.decode(part, { stream: true });
    if (/^listening on .*\n/m.test(printed)) {
      break;
    }
  }
  return { child, printed, [Symbol.dispose]: () => child.kill("SIGKILL") };
}

async function evaluations(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^gatehouse_evaluations_total (\d+)$/m.exec(text)?.[1]);
}

test("a demo prints a link and a token that work, moves, and deletes what a killed one left", async () => {
  using parent = new TemporaryDirectory();
  using first = await startDemo(parent.path);
  const { printed } = first;
  const [, url = "", code] = /^ {2}(\S+)\/demo#(\S+)$/m.exec(printed) ?? [];
  const [, token = "", check = ""] = /-H 'Flipper-Cloud-Token: (\S+)' '(\S+)'/.exec(printed) ?? [];
  expect(printed).toContain("Ctrl-C deletes it.");
  expect(printed).toContain(`listening on ${url}\n`);

  const checked = await fetch(check, { headers: { "flipper-cloud-token": token } });
  expect(await checked.json()).toMatchObject({
    features: { checkout_redesign: { enabled: true } },
  });
  const answer = await fetch(`${url}/demo`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const session = await fetch(`${url}/admin/v1/session`, { headers: { cookie } });
  expect(await session.json()).toMatchObject({
    role: "owner",
    user: { email: "owner@example.com" },
  });
  const page = await (await fetch(`${url}/`, { headers: { cookie } })).text();
  expect(page).toMatch(/\/assets\/demo-\w+\.css/);

  const before = await evaluations(url);
  let after = before;
  while (after === before) {
    after = await evaluations(url);
  }
  expect(after).toBeGreaterThan(before);

  const [left] = readdirSync(parent.path);
  expect(left).toStartWith("gatehouse-demo-");
  first.child.kill("SIGKILL");
  await first.child.exited;
  using second = await startDemo(parent.path);
  const [used, ...others] = readdirSync(parent.path);
  expect([used === left, others]).toEqual([false, []]);
  second.child.kill("SIGTERM");
  expect(await second.child.exited).toBe(0);
  expect(readdirSync(parent.path)).toEqual([]);
});
