import type { Draft } from "../../../src/core/model/draft.ts";
import type { PersonalToken, PersonalTokenScope } from "../../../src/core/model/personal-token.ts";
import { refusalIn, type UiPage, type UiServer } from "./web-ui-server.ts";

export const tokens = "/environments/1/tokens";
export const missingToken = `${tokens}/999`;

/** Creates a personal token on a page, and returns its value. */
export async function newToken(
  page: UiPage,
  scope: PersonalTokenScope,
  name = "Robot",
): Promise<string> {
  const body = { name, scope, expiresInDays: 30 };
  return (await page.answer("POST /account/tokens", { body })).value;
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as a program does: with the token, and without what browsers add. */
export function sendWith(
  server: UiServer,
  token: string,
  route: string,
  { body, headers = {} }: Sent = {},
): Promise<Response> {
  const [method = "", path = ""] = route.split(" ");
  return server.send(`/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

export async function outcome(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  return response.ok ? "done" : (await refusalIn(response)).code;
}

/** Changes what is stored of all personal tokens. */
export async function alterTokens(server: UiServer, more: Partial<PersonalToken>): Promise<void> {
  const stored = [...server.state().personalTokens.values()];
  await server.hosted.deployment.writer.submit((draft) => {
    for (const token of stored) {
      replaceToken(draft, token, more);
    }
  });
}

export function removeToken(draft: Draft, hash: string): void {
  draft.record({ kind: "personal_tokens.removed", hashes: [hash] });
}

export function replaceToken(
  draft: Draft,
  token: PersonalToken,
  more: Partial<PersonalToken>,
): void {
  removeToken(draft, token.hash);
  draft.record({ kind: "personal_token.saved", token: { ...token, ...more } });
}

export async function userOf({ state }: UiServer, { userId }: UiPage) {
  const user = state().users.get(userId);
  if (user === undefined) {
    throw new Error("there is no such user");
  }
  return user;
}
