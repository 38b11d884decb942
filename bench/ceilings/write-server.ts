import { Database } from "bun:sqlite";

/**
 * A bare server with the least SQL that a durable, audited gate write needs: one transaction for
 * each request, which updates one value, inserts one audit and advances the revision. The first
 * argument is the database file, the second a file with the JSON to answer.
 */
async function main(databasePath: string, answerPath: string): Promise<void> {
  const write = openWrites(databasePath);
  const answer = await Bun.file(answerPath).text();
  const headers = new Headers({ "content-type": "application/json" });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch: async (request) => {
      const { url } = request;
      const key = url.slice(url.indexOf("/features/") + 10, url.lastIndexOf("/"));
      const body = await request.text();
      write(key, Number(body.slice(body.indexOf("=") + 1)));
      return new Response(answer, { headers });
    },
  });
  console.log(`listening on ${server.url.origin}`);
}

function openWrites(path: string) {
  const database = new Database(path, { create: true, strict: true });
  database.run("PRAGMA busy_timeout = 5000");
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA synchronous = FULL");
  database.run("PRAGMA temp_store = MEMORY");
  database.run("PRAGMA foreign_keys = ON");
  database.run("CREATE TABLE gates (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID");
  database.run(
    "CREATE TABLE audits (id INTEGER PRIMARY KEY, created_at INTEGER NOT NULL, action TEXT NOT NULL, actor_id TEXT NOT NULL, key TEXT NOT NULL, value TEXT)",
  );
  database.run("CREATE TABLE project (revision INTEGER NOT NULL)");
  database.run("INSERT INTO project VALUES (0)");
  const save = database.prepare(
    "INSERT INTO gates VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2",
  );
  const audit = database.prepare(
    "INSERT INTO audits (created_at, action, actor_id, key, value) VALUES (?, 'percentage_of_actors', '1', ?, ?)",
  );
  const advance = database.prepare("UPDATE project SET revision = revision + 1");
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  return (key: string, value: number) => {
    begin.run();
    save.run(key, value);
    audit.run(Date.now(), key, String(value));
    advance.run();
    commit.run();
  };
}

await main(process.argv[2] ?? "", process.argv[3] ?? "");
