import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A person at the provider. */
export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface StartedProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The people by their subject; tests change them. */
  readonly people: Map<string, ProviderPerson>;
  /** The requests that arrived, without their queries. */
  readonly requests: string[];
  stop(): Promise<void>;
}

const clientId = "gatehouse";
const clientSecret = "a secret of the client, which nobody logs";

/**
 * Starts `oidc-provider` on this machine. Its page asks for a subject, and believes it. The Gatehouse
 * server is at `site`.
 */
export async function startProvider(site: string, port = 0): Promise<StartedProvider> {
  const { default: Provider } = await import("oidc-provider");
  const people = new Map<string, ProviderPerson>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split("?")[0]}`);
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The provider has no port");
  }
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${site}/sign-in`],
        post_logout_redirect_uris: [`${site}/sign-in`],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["of tests"] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: { body: string }, form: string) => {
          context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`;
        },
      },
    },
    interactions: {
      url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}`,
    },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Grant: 600,
      Session: 600,
      Interaction: 600,
    },
  });
  const callback = provider.callback();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isInteraction = request.url?.startsWith("/interaction/") === true;
    if (!isInteraction) {
      await callback(request, response);
      return;
    }
    const { prompt, grantId, session } = await provider.interactionDetails(request, response);
    if (request.method !== "POST" && prompt.name === "login") {
      response.setHeader("content-type", "text/html");
      response.end('<form method="post"><input name="subject"><button>Continue</button></form>');
      return;
    }
    const subject =
      new URLSearchParams(await text(request)).get("subject") ?? session?.accountId ?? "";
    if (prompt.name === "login") {
      await provider.interactionFinished(
        request,
        response,
        people.has(subject)
          ? { login: { accountId: subject } }
          : { error: "access_denied", error_description: "unknown person" },
      );
      return;
    }
    const grant =
      (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
      new provider.Grant({ accountId: subject, clientId });
    grant.addOIDCScope("openid email profile");
    await provider.interactionFinished(
      request,
      response,
      { consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: true },
    );
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return {
    ...{ issuer, clientId, clientSecret, people, requests, stop },
    [Symbol.asyncDispose]: stop,
  };
}

/** A browser at the provider: it keeps the provider's cookies. */
export class ProviderVisitor {
  readonly #cookies = new Map<string, string>();

  /** Signs in as a person, and returns the query with which the provider sends the browser back. */
  async signIn(url: string, site: string, subject: string): Promise<string> {
    let next = url;
    let form: string | undefined;
    for (let step = 0; step < 12; step++) {
      const answer = await fetch(next, {
        method: form === undefined ? "GET" : "POST",
        redirect: "manual",
        headers: {
          cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; "),
          ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        },
        ...(form === undefined ? {} : { body: form }),
      });
      this.#keep(answer);
      const location = answer.headers.get("location");
      form = location === null ? new URLSearchParams({ subject }).toString() : undefined;
      next = location === null ? next : new URL(location, next).href;
      if (next.startsWith(`${site}/sign-in`)) {
        return new URL(next).search.slice(1);
      }
      if (location === null && answer.status >= 400) {
        throw new Error(`The provider refused: ${await answer.text()}`);
      }
    }
    throw new Error("The provider sent the browser around for too long");
  }

  #keep(answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/s);
      this.#cookies.set(name, value);
    }
  }
}
