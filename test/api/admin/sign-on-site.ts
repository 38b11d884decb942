import type { SessionAnswer } from "../../../src/api/admin/contract/session-models.ts";
import { addMember } from "../../../src/app/commands/member-commands.ts";
import { setPassword } from "../../../src/app/commands/password-commands.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import type { Role } from "../../../src/core/model/role.ts";
import { OpenIdProvider } from "../../../src/server/sign-on/openid-provider.ts";
import {
  ProviderVisitor,
  type StartedProvider,
  startProvider,
} from "../../helpers/oidc-provider.ts";
import { refusalIn, site, startUi, type UiPage, type UiServer } from "./web-ui-server.ts";

export const password = "correct horse battery staple";

/** A server with a provider, an owner's page, and the reasons that the server logs. */
export interface SignOnSite extends AsyncDisposable {
  readonly server: UiServer;
  readonly provider: StartedProvider;
  readonly owner: UiPage;
  readonly failures: string[];
  browser(cookie?: string): SignOnBrowser;
}

export async function startSignOn(
  options: { readonly isProviderOnly?: boolean } = {},
): Promise<SignOnSite> {
  const provider = await startProvider(site);
  const failures: string[] = [];
  const { issuer, clientId, clientSecret } = provider;
  const server = await startUi({
    publicUrl: site,
    ...options,
    provider: new OpenIdProvider({
      ...{ issuer, clientId, clientSecret, groupsClaim: "groups", now: Date.now },
      onFailure: (reason) => void failures.push(reason),
    }),
  });
  provider.people.set("ada", {
    email: "Ada@Example.com",
    email_verified: true,
    name: "Ada",
    groups: ["platform", "everyone"],
  });
  return {
    ...{ server, provider, failures },
    owner: await server.page("owner"),
    browser: (cookie) => new SignOnBrowser(server, cookie),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await provider.stop();
    },
  };
}

/** A browser that keeps the cookies of the server and of the provider. */
export class SignOnBrowser {
  visitor = new ProviderVisitor();
  readonly #server: UiServer;
  readonly #cookies = new Map<string, string>();

  constructor(server: UiServer, cookie = "") {
    this.#server = server;
    if (cookie !== "") {
      const [name = "", value = ""] = cookie.split("=");
      this.#cookies.set(name, value);
    }
  }

  /** The cookies as a request sends them. */
  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await this.#server.send(`/admin/v1${path}`, {
      method,
      headers: {
        ...{ cookie: this.cookie, origin: site, "sec-fetch-site": "same-origin" },
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Goes to the provider and back; returns the answer that the page sends to the server. */
  async comeBack(subject: string, path = "/sign-in/oidc", body: unknown = {}): Promise<string> {
    const started = await this.send("POST", path, body);
    if (!started.ok) {
      throw new Error((await refusalIn(started)).code);
    }
    const { url }: { readonly url: string } = JSON.parse(await started.text());
    return this.visitor.signIn(url, site, subject);
  }

  finish(answer: string): Promise<Response> {
    return this.send("POST", "/sign-in/oidc/finish", { answer });
  }

  /** The code of the outcome of a whole sign-in. */
  async signIn(subject: string, body: unknown = {}): Promise<string> {
    return codeOf(await this.finish(await this.comeBack(subject, "/sign-in/oidc", body)));
  }

  async session(): Promise<SessionAnswer> {
    return JSON.parse(await (await this.send("GET", "/session")).text());
  }

  async outcome(method: string, path: string, body?: unknown): Promise<string> {
    return codeOf(await this.send(method, path, body));
  }
}

export async function codeOf(answer: Response): Promise<string> {
  return answer.ok ? "done" : (await refusalIn(answer)).code;
}

/** A member with a password, who is not signed in. */
export async function addWithPassword(
  server: UiServer,
  email: string,
  role: Role,
): Promise<number> {
  const hash = await Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 8 });
  return server.hosted.deployment.writer.submit((draft) => {
    const user = addMember(draft, firstOrganization(draft.state), { email, name: undefined, role });
    setPassword(draft, user.id, hash);
    return user.id;
  });
}

export async function addRule(
  owner: UiPage,
  group: string,
  role: Role,
  environment?: string,
): Promise<string> {
  const body = { group, role, ...(environment === undefined ? {} : { environment }) };
  return (await owner.answer("POST /group-rules", { body })).rule.id;
}
