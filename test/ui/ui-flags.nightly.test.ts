import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { openGate, signOut } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

const gates = ["Percentage of actors", "Expression", "Actors", "Groups", "Percentage of time"];

describe("A server with --read-only-ui", () => {
  const suite = uiSuite({
    variables: { GATEHOUSE_READ_ONLY_UI: "on" },
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/actors", { flipper_id: "User;1" });
    },
  });

  test("says so, and even an owner sees everything and changes nothing", async () => {
    const { page, server } = suite;
    const notice = page.getByText("This server was started with --read-only-ui");
    await notice.waitFor();
    expect(await page.getByRole("button", { name: "New feature" }).count()).toBe(0);
    await suite.open("/features/search");
    await notice.waitFor();
    await page.getByRole("region", { name: "Actors" }).getByText("User;1").waitFor();
    for (const name of gates) {
      await openGate(page, name);
    }
    for (const name of ["Add actors", "Add group", "Turn off", "Undo", "More actions"]) {
      expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);
    }
    for (const role of ["switch", "slider", "checkbox", "spinbutton"] as const) {
      const controls = page.getByRole("region", { name: "Who gets it" }).getByRole(role);
      expect([role, await controls.count()]).toEqual([role, 0]);
    }
    const before = await gatesOf(server, "search");
    const url = `${server.url}/admin/v1/environments/1/features/search`;
    const attempts = await Promise.all(
      [
        ["PUT", "/boolean", { enabled: true, typed: "search" }],
        ["PATCH", "/actors", { add: ["User;2"] }],
        ["DELETE", "", { typed: "search" }],
      ].map(async ([method, path, data]) => {
        const answer = await page.context().request.fetch(`${url}${path}`, {
          method: String(method),
          data,
          headers: { origin: server.url },
        });
        return answer.status();
      }),
    );
    expect(attempts).toEqual([403, 403, 403]);
    expect(await gatesOf(server, "search")).toEqual(before);
  });

  test("still tries features and signs people out", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    await page.getByLabel("Actor ids").fill("User;1");
    await page.getByRole("button", { name: "Try it", exact: true }).click();
    await page.getByText("Enabled by Actors.").waitFor();
    await signOut(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  });
});

for (const mode of ["hosted", "mountable"] as const) {
  test(`a ${mode} server with --no-ui has its API, and no page, asset or session`, async () => {
    await using server = await UiServer.start(mode, { GATEHOUSE_NO_UI: "on" });
    await server.api("POST", "/features", { name: "search" });
    for (const path of ["/features/search", "/flipper", "/admin/v1/session", "/sign-in"]) {
      const answer = await fetch(server.url + path);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const root = await fetch(server.url);
    expect(new URL(root.url).pathname).toBe("/swagger");
    expect((await server.fetch("GET", "/features/search")).status).toBe(200);
  });
}
