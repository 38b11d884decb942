import { apiPrefix, type Gatehouse } from "../gatehouse.ts";
import type { Attack, SharedData } from "./attack.ts";
import { asForm, ask, askInTurn } from "./hostile-client.ts";
import { featureOfActors, mustImport } from "./import-bodies.ts";

const actorCount = 20_000;
const key = "s";
const auditCount = 200;
const smallAnswerBytes = 1_024 * 1_024;
/** Characters of the whole path. */
const shortUrl = 8 * 1_024;
const longUrl = 64 * 1_024;

/** One key, repeated as often as a URL has room, with a token that may only read. */
export function repeatedKeys(): readonly Attack[] {
  const known = { token: "", listBytes: 0 };
  const data: SharedData = {
    fill: async (server) => {
      await mustImport(server, [featureOfActors(key, actorCount)]);
      known.token = await readOnlyToken(server);
      known.listBytes = (await ask(server, { path: "/features" })).byteCount;
      await writeAudits(server);
    },
  };
  const attackOf = (name: string, paths: readonly string[]): Attack => ({
    name,
    data,
    prepare: async () => ({
      // A list of some features needs no more room than the list of all.
      answerBytesMax: Math.max(known.listBytes, smallAnswerBytes),
      play: async (server: Gatehouse) => ({
        answers: await askInTurn(
          server,
          paths.map((path) => ({ path, token: known.token })),
        ),
      }),
    }),
  });
  const pages = ["/audits?per_page=250&keys=", "/audits?page=100&keys="];
  return [
    attackOf("GET /features, one key repeated, 8 KB URL", [repeat("/features?keys=", shortUrl)]),
    attackOf("GET /features, one key repeated, 64 KB URL", [repeat("/features?keys=", longUrl)]),
    attackOf("GET /features, keys[] 900 times", [`/features?${`keys[]=${key}&`.repeat(900)}`]),
    attackOf("GET /actors/x, one key repeated", [repeat("/actors/x?keys=", shortUrl)]),
    attackOf(
      "audits and summary, one key repeated",
      [...pages, "/telemetry/summary?keys="].map((path) => repeat(path, shortUrl)),
    ),
  ];
}

function repeat(path: string, urlLength: number): string {
  const room = urlLength - apiPrefix.length - path.length;
  return path + `${key},`.repeat(Math.floor(room / (key.length + 1)) - 1) + key;
}

async function readOnlyToken(server: Gatehouse): Promise<string> {
  const created: { readonly value: string } = JSON.parse(
    await server.command(
      "token",
      "create",
      "--name",
      "reader",
      "--environment",
      "production",
      "--access",
      "read_only",
      "--json",
    ),
  );
  return created.value;
}

async function writeAudits(server: Gatehouse): Promise<void> {
  await Promise.all(
    Array.from({ length: auditCount }, (_, index) =>
      ask(server, {
        method: "POST",
        path: `/features/${key}/percentage_of_time`,
        headers: asForm,
        body: `percentage=${1 + (index % 90)}`,
      }),
    ),
  );
}
