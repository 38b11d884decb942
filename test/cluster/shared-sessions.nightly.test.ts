import { beforeAll, describe, expect, test } from "bun:test";
import type { CreatedPersonalToken } from "../../src/api/admin/contract/personal-token-models.ts";
import {
  isPostgresMissing,
  type PostgresServer,
  postgresServer,
} from "../helpers/postgres-server.ts";
import { eventually, shell } from "./asked-nodes.ts";
import { TestedCluster, type TestedNode } from "./cluster-nodes.ts";

const email = "ada@example.com";
const password = "violet harbour 42";
const rounds = 20;

describe.skipIf(isPostgresMissing)("the sign-in of servers on one database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await postgresServer();
  });

  test.each([false, true])(
    "counts at another server at once, and its end; without notifications: %p",
    async (losesNotifications) => {
      await using cluster = await TestedCluster.start(postgres, { hasDirectUrl: true });
      const printed = await shell(cluster.url, "member", "add", email, "--role", "admin");
      const code = /set-up#(?<code>[\w-]{43})/.exec(printed)?.groups?.code ?? "";
      const [north, south, west] = [cluster.node(0), cluster.node(1), cluster.node(2)];
      const used = await page(north, "/set-up", { method: "POST", body: { code, password } });
      expect(used.status).toBe(200);
      for (const { directProxy } of losesNotifications ? cluster.nodes : []) {
        directProxy.losesAnswers = true;
      }
      for (let round = 0; round < rounds; round++) {
        const signedIn = await page(north, "/session", {
          method: "POST",
          body: { email, password },
        });
        const cookie = cookieOf(signedIn);
        const seen = await Promise.all([emailAt(south, cookie), emailAt(west, cookie)]);
        expect(seen).toEqual([email, email]);
        const events = await page(south, "/environments/1/events", { cookie });
        expect(events.status).toBe(200);
        await events.body?.cancel();
        if (round < 2) {
          const ended = await page(west, "/session", { method: "DELETE", cookie });
          expect(ended.status).toBe(200);
          for (const node of cluster.nodes) {
            await eventually(async () => (await emailAt(node, cookie)) === null);
          }
        }
      }
      expect(await emailAt(south, `${cookieName(used)}=unknown`)).toBeNull();
    },
  );

  test("lets programs with a personal token in at another server at once, until it is revoked", async () => {
    await using cluster = await TestedCluster.start(postgres, { hasDirectUrl: true });
    const [north, south] = [cluster.node(0), cluster.node(1)];
    const printed = await shell(cluster.url, "member", "add", email, "--role", "admin");
    const code = /set-up#(?<code>[\w-]{43})/.exec(printed)?.groups?.code ?? "";
    const used = await page(north, "/set-up", { method: "POST", body: { code, password } });
    const cookie = cookieOf(used);
    for (const { directProxy } of cluster.nodes) {
      // Nothing notifies the servers: they must ask the database.
      directProxy.losesAnswers = true;
    }
    const statusAt = async (node: TestedNode, value: string) =>
      (
        await fetch(`${node.server?.url}/admin/v1/environments/1/tokens`, {
          headers: { authorization: `Bearer ${value}` },
        })
      ).status;
    const body = { name: "Robot", scope: "read", expiresInDays: 1 };
    for (let round = 0; round < 5; round++) {
      const created = await page(north, "/account/tokens", { method: "POST", body, cookie });
      const { token, value } = (await created.json()) as CreatedPersonalToken;
      expect(await statusAt(south, value)).toBe(200);
      const path = `/account/tokens/${token.id}`;
      expect((await page(north, path, { method: "DELETE", cookie })).status).toBe(200);
      expect(await statusAt(north, value)).toBe(401);
      await eventually(async () => (await statusAt(south, value)) === 401);
    }
  });

  test("asks the database once for all unknown sessions that wait", async () => {
    await using cluster = await TestedCluster.start(postgres);
    const node = cluster.node(0);
    const printed = await shell(cluster.url, "member", "add", email, "--role", "admin");
    const code = /set-up#(?<code>[\w-]{43})/.exec(printed)?.groups?.code ?? "";
    const name = cookieName(
      await page(node, "/set-up", { method: "POST", body: { code, password } }),
    );
    const before = node.proxy.questions;
    const asked = 200;
    const seen = await Promise.all(
      Array.from({ length: asked }, (_, index) => emailAt(node, `${name}=unknown-${index}`)),
    );
    expect(new Set(seen)).toEqual(new Set([null]));
    expect(node.proxy.questions - before).toBeLessThan(asked / 2);
  });
});

interface PageRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly cookie?: string;
}

/** Sends a request as the web UI's page does. */
async function page(
  node: TestedNode,
  path: string,
  { method = "GET", body, cookie = "" }: PageRequest = {},
): Promise<Response> {
  return fetch(`${node.server?.url}/admin/v1${path}`, {
    method,
    headers: {
      "sec-fetch-site": "same-origin",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      cookie,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function cookieOf(answer: Response): string {
  expect(answer.status).toBe(200);
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function cookieName(answer: Response): string {
  return cookieOf(answer).split("=")[0] ?? "";
}

/** Whom a server takes the reader for. */
async function emailAt(node: TestedNode, cookie: string): Promise<string | null> {
  const answer = await page(node, "/session", { cookie });
  expect(answer.status).toBe(200);
  const { user } = (await answer.json()) as { user: { email: string } | null };
  return user?.email ?? null;
}
