import { afterAll, beforeAll, expect, test } from "bun:test";
import { issueSignInLink } from "../../src/app/commands/sign-in-link-commands.ts";
import { installationId, SessionCookie } from "../../src/app/sessions/session-cookie.ts";
import { firstOwner } from "../../src/core/model/first-owner.ts";
import { hashSecret } from "../../src/core/secrets/random-secret.ts";
import { withDemoBadge } from "../../src/demo/demo-badge.ts";
import { demoController } from "../../src/demo/sign-in/demo-controller.ts";
import { signInScript } from "../../src/demo/sign-in/sign-in-page.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

let server: HostedServer;
let controller: ReturnType<typeof demoController>;
beforeAll(async () => {
  server = await startHosted();
  const { writer } = server.deployment;
  controller = demoController({ writer, directory: "/demo", basePath: "/base" });
});
afterAll(() => server.stop());

function post(body: unknown): Promise<Response> {
  return controller.handle(
    new Request("http://127.0.0.1/demo", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
}

test("a link signs in once", async () => {
  const { writer } = server.deployment;
  const { code } = await writer.submit((draft) => issueSignInLink(draft, firstOwner(draft.state)));
  expect((await post({ code: `${code.slice(1)}x` })).ok).toBe(false);
  const answer = await post({ code });
  expect(answer.status).toBe(204);
  const cookie = answer.headers.get("set-cookie") ?? "";
  expect(cookie).toContain("; HttpOnly; SameSite=Lax");
  const request = new Request("http://127.0.0.1/", { headers: { cookie } });
  const value = new SessionCookie(installationId(writer.state, "/demo")).read(request, false) ?? "";
  const { id } = firstOwner(writer.state);
  expect(writer.state.sessions.get(hashSecret(value))).toMatchObject({ userId: id });
  expect((await post({ code })).ok).toBe(false);
  expect(writer.state.sessions.size).toBe(1);
});

test.each([[{}], [{ code: 1 }], [{ code: "x".repeat(65) }]])("%j signs nobody in", async (body) => {
  const before = server.deployment.writer.state.sessions;
  const answer = await post(body);
  expect(answer.ok).toBe(false);
  expect(answer.headers.has("set-cookie")).toBe(false);
  expect(server.deployment.writer.state.sessions).toBe(before);
});

test("the page loads its script below the base path, and the script takes the code away", async () => {
  const page = await controller.handle(new Request("http://127.0.0.1/demo"));
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(await page.text()).toContain('src="/base/demo/sign-in.js"');
  expect(signInScript).toContain('history.replaceState(null, "", pathname)');
});

test("the badge is a style sheet of its own, and the other files stay the same", () => {
  const main = { type: "text/css", brotli: undefined, gzip: bytes, plain: bytes };
  const files = { script: "main.js", styles: ["main.css"], pages: new Map() };
  const pack = { ...files, assets: new Map([["main.css", main]]) };
  const { styles, assets, script } = withDemoBadge(pack);
  expect([script, styles[0], styles.length]).toEqual(["main.js", "main.css", 2]);
  const [, badge = ""] = styles;
  expect(new TextDecoder().decode(assets.get(badge)?.plain())).toContain('content: "Demo"');
  expect(assets.get("main.css")).toBe(main);
  expect(withDemoBadge(pack).assets).toBe(assets);
  expect(pack.styles).toEqual(["main.css"]);
});

function bytes() {
  return new Uint8Array();
}
