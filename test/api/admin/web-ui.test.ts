import { expect, test } from "bun:test";
import { site, startUi } from "./web-ui-server.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'";

const pages = ["/", "/features/a%2Fb", "/environments", "/compare", "/audits", "/telemetry"];
const morePages = ["/settings", "/settings/members", "/sign-in", "/set-up"];

test("every page is one document under a policy that allows no script of its own", async () => {
  await using server = await startUi();
  for (const path of [...pages, ...morePages]) {
    const answer = await server.send(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get("content-security-policy")).toBe(policy);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await answer.text();
    expect(html).toContain('<script type="module" src="/assets/main-1.js"></script>');
    // No script with a text, no handler and no style in the page itself.
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  }
});

test("the page of a reader names the scripts of its path, so that they load with the first one", async () => {
  await using server = await startUi({ basePath: "/base", publicPath: "/base" });
  const { cookie } = await server.page("viewer");
  const modulesOf = async (path: string, headers: Record<string, string>) => {
    const html = await (await server.send(path, { headers })).text();
    return [...html.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, url]) => url);
  };
  const modules = ["/base/assets/feature-1.js", "/base/assets/shared-1.js"];
  expect(await modulesOf("/base/features/a%2Fb", { cookie })).toEqual(modules);
  for (const path of ["/base/", "/base/settings", "/base/sign-in"]) {
    expect([path, await modulesOf(path, { cookie })]).toEqual([path, []]);
  }
  // The page of a wrong link.
  for (const path of ["/base/constructor", "/base/__proto__", "/base/nothing/features"]) {
    const wrong = new Request(site + path, { headers: { cookie, accept: "text/html" } });
    const answer = server.ui.unknownPage(wrong);
    expect([path, answer?.status]).toEqual([path, 404]);
    expect(await answer?.text()).not.toContain("modulepreload");
  }
  // Nobody else sees the page: it becomes the one to sign in.
  expect(await modulesOf("/base/features/a", {})).toEqual([]);
});

test("the chosen theme is in the page, and nothing else of the cookie", async () => {
  await using server = await startUi();
  const themeOf = async (cookie: string) => {
    const html = await (await server.send("/", { headers: { cookie } })).text();
    return /<html[^>]*>/.exec(html)?.[0];
  };
  expect(await themeOf("a=b; gatehouse-theme=dark")).toContain('data-theme="dark"');
  expect(await themeOf("gatehouse-theme=light; c=d")).toContain('data-theme="light"');
  for (const hostile of [
    'gatehouse-theme="><script>',
    "gatehouse-theme=darker",
    "x-gatehouse-theme=dark",
    "",
  ]) {
    expect(await themeOf(hostile)).toBe('<html lang="en" data-base="" data-mode="hosted">');
  }
});

test("files of the UI are kept for ever, in the smallest form that the client accepts", async () => {
  await using server = await startUi();
  const forms: [accepted: string, coding: string | null, byte: number][] = [
    ["gzip, deflate, br", "br", 1],
    ["br;q=0, gzip", "gzip", 2],
    ["gzip", "gzip", 2],
    ["identity", null, 101],
    ["", null, 101],
  ];
  for (const [accepted, coding, byte] of forms) {
    const answer = await server.send("/assets/main-1.js", {
      headers: { "accept-encoding": accepted },
    });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, coding]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("vary")).toBe("accept-encoding");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await answer.bytes())[0]).toBe(byte);
  }
  for (const name of ["main-2.js", "", "..%2fmain-1.js", "__proto__", "constructor"]) {
    const answer = await server.send(`/assets/${name}`);
    expect([name, answer.status]).toEqual([name, 404]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("pages and files can only be read", async () => {
  await using server = await startUi();
  for (const path of ["/", "/features/x", "/assets/main-1.js"]) {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const answer = await server.send(path, { method });
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([
        method,
        405,
        "GET, HEAD",
      ]);
    }
    expect((await server.send(path, { method: "HEAD" })).status).toBe(200);
  }
});

test("paths that are no pages are left to others; readers of them get the page with 404", async () => {
  await using server = await startUi();
  for (const path of ["/nothing", "/features/a/b/c", "/swagger", "/healthz", "/adapter/features"]) {
    expect((await server.send(path)).status).toBe(599);
  }
  const unknown = (accept: string, method = "GET") =>
    server.ui.unknownPage(new Request(`${site}/nothing`, { method, headers: { accept } }));
  expect(unknown("text/html,*/*")?.status).toBe(404);
  expect(unknown("application/json")).toBeUndefined();
  expect(unknown("text/html", "POST")).toBeUndefined();
});

test("below a base path all links have it, and behind a proxy the path that browsers see", async () => {
  await using server = await startUi({ basePath: "/inner", publicPath: '/out"er' });
  const html = await (await server.send("/inner/")).text();
  expect(html).toContain('data-base="/out&quot;er"');
  expect(html).toContain('src="/out&quot;er/assets/main-1.js"');
  for (const path of ["/inner", "/inner/settings", "/inner/assets/main-1.js"]) {
    expect([path, (await server.send(path)).status]).toEqual([path, 200]);
  }
  expect((await server.send("/inner/admin/v1/session")).status).toBe(200);
  for (const path of ["/", "/settings", "/assets/main-1.js", "/admin/v1/session", "/innermost"]) {
    expect([path, (await server.send(path)).status]).toEqual([path, 599]);
  }
});
