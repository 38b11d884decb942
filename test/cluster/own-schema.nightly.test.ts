import { beforeAll, describe, expect, test } from "bun:test";
import { SQL } from "bun";
import {
  isPostgresMissing,
  type PostgresServer,
  postgresServer,
} from "../helpers/postgres-server.ts";
import { TestedNode } from "./cluster-nodes.ts";

const json = { method: "POST", body: "{}" };

async function statusOf(node: TestedNode, path: string, init?: RequestInit): Promise<number> {
  return (await node.send(path, init))?.status ?? 0;
}

describe.skipIf(isPostgresMissing)("installations in one database", () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await postgresServer();
  });

  /** The URL of a database in which a role has a schema, which its connections use first. */
  async function withSchema(kind: string): Promise<readonly [first: string, second: string]> {
    const first = await postgres.database();
    const name = new URL(first).pathname.slice(1);
    await using owner = new SQL(first, { max: 1 });
    if (kind === "of the name of the role") {
      const role = `staging_${name}`;
      await postgres.administer(
        `create role ${role} login password 'secret'`,
        `grant create on database ${name} to ${role}`,
      );
      const second = postgres.url(name, role);
      await using own = new SQL(second, { max: 1 });
      await own.unsafe(`create schema ${role}`);
      return [first, second];
    }
    const schema = kind === "with capitals" ? '"My-Schema"' : "staging";
    await owner.unsafe(`create schema ${schema}`);
    return [first, `${first}?options=${encodeURIComponent(`-c search_path=${schema}`)}`];
  }

  test.each(["that is named", "with capitals", "of the name of the role"])(
    "leave each other alone in a schema %s",
    async (kind) => {
      const [first, second] = await withSchema(kind);
      await using production = await TestedNode.start({ postgres, url: first, name: "production" });
      await using staging = await TestedNode.start({ postgres, url: second, name: "staging" });
      const actor = { method: "POST", body: JSON.stringify({ flipper_id: "User;1" }) };
      expect(await statusOf(staging, "/features/checkout/actors", actor)).toBe(200);
      expect(await statusOf(production, "/features/search/actors", actor)).toBe(200);
      expect(await statusOf(production, "/features/checkout")).toBe(404);
      const before = await (await staging.send("/features"))?.text();

      const removal = { method: "DELETE" };
      expect(await statusOf(production, "/features/search", removal)).toBe(204);

      for (const node of [production, staging]) {
        await node.stop();
        await node.start();
      }
      expect(await (await staging.send("/features"))?.text()).toBe(before);
      expect(await statusOf(production, "/features/search")).toBe(404);
      expect(await statusOf(staging, "/features/checkout/boolean", json)).toBe(200);
      expect(await statusOf(production, "/features/search/boolean", json)).toBe(200);
    },
    180_000,
  );
});
