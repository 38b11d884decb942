import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { guardedHeaders, uiPageHeaders } from "../../api/admin/content-security-policy.ts";
import { sessionOrigin } from "../../app/sessions/request-facts.ts";
import { installationId, SessionCookie } from "../../app/sessions/session-cookie.ts";
import type { Writer } from "../../app/writer/writer.ts";
import { newSecret } from "../../core/secrets/random-secret.ts";
import { signInPage, signInScript } from "./sign-in-page.ts";
import { signInWithLink } from "./sign-in-with-link.ts";

export interface DemoControllerOptions {
  readonly writer: Writer;
  readonly directory: string;
  /** The path of all URLs of the server; empty for none. */
  readonly basePath: string;
}

/** The path of the link that signs in, below the base path. */
export const demoPath = "/demo";
/** Where the webhooks of a demo deliver. */
export const demoWebhookPath = "/demo/webhook";
const scriptPath = "/demo/sign-in.js";
const codeLengthMax = 64;
const noContent = 204;
const hidden = { detail: { hide: true } };
const SignIn = Type.Object({ code: Type.String({ maxLength: codeLengthMax }) });

/** The routes that only a demo has. A demo listens on a loopback address, without TLS. */
export function demoController({ writer, directory, basePath }: DemoControllerOptions) {
  const cookie = new SessionCookie(installationId(writer.state, directory));
  const page = signInPage(basePath + scriptPath);
  const script = { ...guardedHeaders, "content-type": "text/javascript; charset=utf-8" };
  return new Elysia()
    .get(demoPath, () => new Response(page, { headers: uiPageHeaders }), hidden)
    .get(scriptPath, () => new Response(signInScript, { headers: script }), hidden)
    .post(
      demoPath,
      async ({ body: { code }, request }) => {
        const cookieValue = newSecret();
        const userAgent = request.headers.get("user-agent") ?? "";
        const origin = sessionOrigin({ address: "", userAgent });
        await writer.submit((draft) => signInWithLink(draft, { ...origin, code, cookieValue }));
        return new Response(null, {
          status: noContent,
          headers: { "set-cookie": cookie.set(cookieValue, false), "cache-control": "no-store" },
        });
      },
      { ...hidden, parse: "json", body: SignIn },
    )
    .post(demoWebhookPath, () => new Response(null, { status: noContent }), {
      ...hidden,
      parse: "none",
    });
}
