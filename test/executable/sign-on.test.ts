import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Program, run, ServerProcess } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { CiIssuer, ciAudience } from "../helpers/ci-issuer.ts";
import { ProviderVisitor, startProvider } from "../helpers/oidc-provider.ts";

const executable: Program = {
  name: "the executable",
  argv: [process.env.TESTED_PROGRAM ?? "TESTED_PROGRAM is not set"],
};
const site = "http://localhost:1";

async function command(line: string, data: string): Promise<string> {
  const { code, out, err } = await run(executable, [...line.split(" "), "--data", data], {
    cwd: data,
  });
  expect([line, code, err]).toEqual([line, 0, ""]);
  return out;
}

describe("the executable", () => {
  test("signs a person in at a provider that starts after it", async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    const earlier = await startProvider(site);
    const { issuer, clientId, clientSecret } = earlier;
    await earlier.stop();
    const secretFile = join(directory.path, "secret");
    writeFileSync(secretFile, clientSecret);
    using server = await ServerProcess.start(executable, data, {
      mode: "hosted",
      variables: {
        GATEHOUSE_PUBLIC_URL: site,
        GATEHOUSE_OIDC_ISSUER: issuer,
        GATEHOUSE_OIDC_CLIENT_ID: clientId,
        GATEHOUSE_OIDC_CLIENT_SECRET_FILE: secretFile,
        GATEHOUSE_LOG_REQUESTS: "on",
      },
    });
    const send = (path: string, body: object, cookie = "") =>
      fetch(`${server.url}/admin/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: site, cookie },
        body: JSON.stringify(body),
      });
    expect((await send("/sign-in/oidc", {})).status).toBe(503);
    await using provider = await startProvider(site, Number(new URL(issuer).port));
    provider.people.set("ada", { email: "ada@example.com", groups: ["platform"] });
    await command("sign-on add-rule platform member", data);
    const begun = await send("/sign-in/oidc", {});
    const { url }: { readonly url: string } = JSON.parse(await begun.text());
    const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
    const answer = await new ProviderVisitor().signIn(url, site, "ada");
    const finished = await send("/sign-in/oidc/finish", { answer }, cookie);
    expect([finished.status, await finished.json()]).toMatchObject([
      200,
      { role: "member", user: { email: "ada@example.com" } },
    ]);
    const replayed = await send("/sign-in/oidc/finish", { answer }, cookie);
    expect([replayed.status, await replayed.json()]).toMatchObject([
      401,
      { code: "sign_on_failed" },
    ]);
    server.signal("SIGTERM");
    const { err } = await server.ended();
    const secrets = [clientSecret, cookie.split("=")[1] ?? "-", answer.slice(0, 30)];
    for (const secret of secrets) {
      expect(err).not.toContain(secret);
    }
  });

  test("exchanges the token of a CI job, and refuses wrong ones", async () => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    let issuer = new CiIssuer("");
    using keys = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const answer = await issuer.get(request.url);
        return answer.kind === "answered" ? new Response(answer.body) : new Response("");
      },
    });
    const url = `http://127.0.0.1:${keys.port}`;
    issuer = new CiIssuer(url);
    using server = await ServerProcess.start(executable, data, {
      mode: "hosted",
      variables: { GATEHOUSE_WEBHOOK_ALLOW: "127.0.0.1", GATEHOUSE_NO_UI: "on" },
    });
    const rule = `--name ci --issuer ${url} --audience ${ciAudience} --claim repository_id=42`;
    await command(`trust add ${rule} --environment production --access read_and_write`, data);
    const exchange = async (token: string) => {
      const answer = await fetch(`${server.url}/admin/v1/sign-in/ci`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token }),
      });
      const body: { readonly token?: string; readonly code?: string } = JSON.parse(
        await answer.text(),
      );
      return body;
    };
    const right = await issuer.token();
    const { token = "" } = await exchange(right);
    const created = await fetch(`${server.url}/adapter/features`, {
      method: "POST",
      headers: { "content-type": "application/json", "flipper-cloud-token": token },
      body: JSON.stringify({ name: "search" }),
    });
    expect(created.status).toBe(200);
    const now = Math.floor(Date.now() / 1_000);
    const [head = "", claims = ""] = (await issuer.token()).split(".");
    const wrong = [
      right,
      await issuer.token({ repository_id: "43" }),
      await issuer.token({ aud: "https://evil.example" }),
      await issuer.token({ exp: now - 60 }),
      await issuer.token({ iat: now - 660 }),
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`,
      `${head}.${claims}.`,
    ];
    for (const each of wrong) {
      expect(await exchange(each)).toMatchObject({ code: "ci_token_refused" });
    }
    server.signal("SIGTERM");
    const { err } = await server.ended();
    expect(err).not.toContain(token);
    expect(err).not.toContain(claims);
  });
});
