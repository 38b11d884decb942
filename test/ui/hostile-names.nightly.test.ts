import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { run, testedProgram } from "../contract/server-process.ts";
import { settled, setUpOwner, sidewaysScroll, signIn, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

const script = `<img src=x onerror=alert(1)><script>alert(2)</script>"'\`$\{alert(3)}`;
const names = [
  script,
  "x".repeat(255),
  "__proto__",
  "constructor",
  "javascript:alert(4)",
  "{{constructor.constructor('alert(5)')()}}",
  "\u{1f9e8}".repeat(100),
  "مرحبا بالعالم",
  "a/b?c#d%2F",
];

describe("Hostile names, descriptions, ids, properties and environments", () => {
  let server: UiServer;
  let browser: UiBrowser;
  beforeAll(async () => {
    server = await UiServer.start();
    browser = await UiBrowser.launch();
    for (const name of names) {
      const path = `/features/${encodeURIComponent(name)}`;
      await server.api("POST", `${path}/actors`, { flipper_id: script });
      await server.api("POST", `${path}/actors`, { flipper_id: `User;${"9".repeat(900)}` });
      await server.api("POST", `${path}/groups`, { name: script });
      await server.api("POST", `${path}/expression`, {
        Equal: [{ Property: [script] }, "y".repeat(400)],
      });
      const flags = ["--description", script, "--tags", `${script.slice(0, 40)},${"t".repeat(50)}`];
      const described = await run(
        testedProgram,
        ["feature", "describe", name, "--data", server.dataDirectory, ...flags],
        { cwd: server.dataDirectory },
      );
      expect(described.err).toBe("");
    }
    await server.api("POST", "/environments", { name: `E ${script}` });
    await server.api("POST", "/environments", { name: `F${"e".repeat(90)}` });
    await server.api("POST", "/telemetry", {
      request_id: crypto.randomUUID(),
      enabled_metrics: [script, "never.made"].map((key) => ({
        key,
        time: Math.floor(Date.now() / 1_000),
        result: true,
        value: 7,
      })),
    });
    await setUpOwner(await browser.open(), server);
  });
  // A dialog, an error or a violation of the policy fails the test.
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const screens = [
    "/",
    ...names.map((name) => `/features/${encodeURIComponent(name)}`),
    "/?env=e-img-src-x-onerror-alert-1-script-alert-2-script-alert-3",
    "/environments",
    "/compare?a=1&b=2",
    "/audits",
    "/telemetry",
    "/settings/groups",
  ];

  for (const isPhone of [false, true]) {
    test(`run nothing and break no layout ${isPhone ? "on a phone" : "on a desk"}`, async () => {
      const window = await browser.open({ isPhone });
      await signIn(window, server);
      for (const path of screens) {
        await window.goto(server.url + path);
        await settled(window);
        expect([path, await sidewaysScroll(window)]).toEqual([path, 0]);
        expect(await window.locator("img").count()).toBe(0);
      }
      await window.close();
    });
  }
});
