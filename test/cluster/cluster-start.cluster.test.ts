import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { freePort } from "../helpers/free-port.ts";
import { isPostgresMissing, PostgresServer, postgresServer } from "../helpers/postgres-server.ts";
import { eventually } from "./asked-nodes.ts";

const token = "a-token-for-starts";
const headers = { "flipper-cloud-token": token };

interface Row {
  readonly name: string;
  readonly variables: (server: PostgresServer) => Promise<Record<string, string>>;
  readonly reason: string;
}

const refusedStart = 2;
const noSchema =
  "the role can use no schema of its search_path; create one, as in CREATE SCHEMA gatehouse AUTHORIZATION gatehouse, or change the path, as in ALTER ROLE gatehouse SET search_path = public";
const secret = "pass-word-that-nobody-sees";

const refused: readonly Row[] = [
  {
    name: "a password that is wrong",
    variables: async (server) => ({
      GATEHOUSE_DATABASE: secured(await server.database()).replace("secret", secret),
    }),
    reason: "the user or the password is wrong",
  },
  {
    name: "a database that does not exist",
    variables: async (server) => ({ GATEHOUSE_DATABASE: secured(server.url("unknown")) }),
    reason: "no database of this name",
  },
  {
    name: "an address where nothing answers",
    variables: async () => ({
      GATEHOUSE_DATABASE: `postgres://u:${secret}@127.0.0.1:${await freePort()}/x`,
    }),
    reason: "no database server answers",
  },
  {
    name: "a URL that is none",
    variables: async () => ({ GATEHOUSE_DATABASE: `mysql://u:${secret}@h/x` }),
    reason: "must be a URL such as postgres://",
  },
  {
    name: "a certificate of an authority that is not known",
    variables: async (server) => ({
      GATEHOUSE_DATABASE: secured(await server.database()),
      GATEHOUSE_DATABASE_CA: "",
    }),
    reason: "certificate is not trusted",
  },
  {
    name: "a certificate for another name",
    variables: async (server) => ({
      GATEHOUSE_DATABASE: `${await server.database()}?sslmode=verify-full`,
    }),
    reason: "certificate is for another name",
  },
  {
    name: "a database that is read-only",
    async variables(server) {
      const url = await server.database();
      const name = new URL(url).pathname.slice(1);
      await server.administer(`alter database ${name} set default_transaction_read_only = on`);
      return { GATEHOUSE_DATABASE: secured(url) };
    },
    reason: "read-only",
  },
  {
    name: "a database with another encoding",
    variables: async (server) => ({ GATEHOUSE_DATABASE: secured(await databaseOfBytes(server)) }),
    reason: "the encoding of the database is SQL_ASCII, but must be UTF8",
  },
  {
    name: "a search path without a schema",
    variables: async (server) => ({
      GATEHOUSE_DATABASE: withoutSchema(secured(await server.database())),
    }),
    reason: noSchema,
  },
];

function withoutSchema(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}options=${encodeURIComponent("-c search_path=missing")}`;
}

/** A database whose texts have no encoding. */
async function databaseOfBytes(server: PostgresServer): Promise<string> {
  const name = "bytes";
  await server.administer(
    `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0 owner gatehouse`,
  );
  return server.url(name);
}

/** The URL over TLS, with every check of the certificate. */
function secured(url: string): string {
  return `${url.replace("127.0.0.1", "localhost")}?sslmode=verify-full`;
}

describe.skipIf(isPostgresMissing)("a server of a database with TLS and passwords", () => {
  let server: PostgresServer;
  let directory: TemporaryDirectory;
  let ca: string;
  beforeAll(async () => {
    server = await PostgresServer.start({ tls: true, authentication: "scram-sha-256" });
    directory = new TemporaryDirectory();
    ca = join(directory.path, "ca.pem");
    writeFileSync(ca, server.ca);
  });
  afterAll(async () => {
    await server.stop();
    directory[Symbol.dispose]();
  });

  test.each(refused)("refuses $name with one line", async ({ variables, reason }) => {
    using data = new TemporaryDirectory();
    const given = { GATEHOUSE_DATABASE_CA: ca, ...(await variables(server)) };
    const args = ["serve", "--mode", "hosted", "--port", "0", "--data", data.path];
    const ended = await run(testedProgram, args, { cwd: data.path, variables: given });
    expect(ended.err).toContain(reason);
    expect(ended.err.trimEnd().split("\n")).toHaveLength(1);
    expect(ended.out + ended.err).not.toContain(secret);
    expect(ended.code).toBe(refusedStart);
  });

  test("serves with the right authority, name and password", async () => {
    using data = new TemporaryDirectory();
    using running = await ServerProcess.start(testedProgram, data.path, {
      mode: "hosted",
      variables: {
        GATEHOUSE_DATABASE: secured(await server.database()),
        GATEHOUSE_DATABASE_CA: ca,
        GATEHOUSE_TOKEN: token,
      },
    });
    const answer = await fetch(`${running.url}/adapter/features`, { headers });
    expect(answer.status).toBe(200);
    running.signal("SIGTERM");
    const ended = await running.ended();
    expect(ended.code).toBe(0);
    expect(ended.out + ended.err).not.toContain("secret");
  });
});

test.skipIf(isPostgresMissing)("a migration refuses a search path without a schema", async () => {
  using directory = new TemporaryDirectory();
  const url = withoutSchema(await (await postgresServer()).database());
  const ended = await run(testedProgram, ["database", "migrate"], {
    cwd: directory.path,
    variables: { GATEHOUSE_DATABASE: url },
  });
  expect(ended.err).toContain(noSchema);
  expect(ended.err.trimEnd().split("\n")).toHaveLength(1);
  expect(ended.code).toBe(refusedStart);
});

describe.skipIf(isPostgresMissing)("a first start", () => {
  test("of three servers at once makes one installation and one token", async () => {
    const url = await (await postgresServer()).database();
    const directories = [0, 1, 2].map(() => new TemporaryDirectory());
    const servers = await Promise.all(
      directories.map(({ path }, index) =>
        ServerProcess.start(testedProgram, path, {
          mode: "hosted",
          variables: { GATEHOUSE_DATABASE: url, GATEHOUSE_NODE: `node-${index}` },
        }),
      ),
    );
    const shown = directories
      .map(({ path }) => join(path, "first-start.txt"))
      .filter((file) => existsSync(file))
      .map((file) => /gatehouse_[\w-]{32}/.exec(readFileSync(file, "utf8"))?.[0])
      .filter((value) => value !== undefined);
    expect(shown).toHaveLength(1);
    const [first = ""] = shown;
    for (const running of servers) {
      const answer = await fetch(`${running.url}/adapter/features`, {
        headers: { "flipper-cloud-token": first },
      });
      expect(answer.status).toBe(200);
    }
    const listed = await run(testedProgram, ["token", "list", "--json"], {
      cwd: directories[0]?.path ?? "",
      variables: { GATEHOUSE_DATABASE: url },
    });
    expect(listed.out.match(/"id":/g)).toHaveLength(1);
    const files = directories.map(({ path }) => join(path, "first-start.txt"));
    const index = files.findIndex((file) => existsSync(file));
    const file = files[index] ?? "";
    const code = /set-up#(?<code>[\w-]{43})/.exec(readFileSync(file, "utf8"))?.groups?.code;
    const other = servers[(index + 1) % servers.length];
    const used = await fetch(`${other?.url}/admin/v1/set-up`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ code, password: "violet harbour 42" }),
    });
    expect(used.status).toBe(200);
    await eventually(async () => !existsSync(file));
    for (const running of servers) {
      running[Symbol.dispose]();
      await running.ended();
    }
    for (const directory of directories) {
      directory[Symbol.dispose]();
    }
  });
});
