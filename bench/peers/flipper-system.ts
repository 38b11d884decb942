import { join } from "node:path";
import { sendRequest } from "../bench-http-client.ts";
import { expectStatus } from "../benchmark-error.ts";
import { importDocument, mixedFeatures } from "../benchmark-features.ts";
import { apiPrefix } from "../gatehouse.ts";
import { flipperApiQuestions } from "./flipper-api-questions.ts";
import type { PeerSystem, PeerTools } from "./peer-system.ts";

const program = join(import.meta.dir, "flipper-server.rb");

/** Flipper's mountable API on Puma, with SQLite. */
export const flipperSystem: PeerSystem = {
  name: "flipper",
  views: ["Flipper"],
  missing(tools) {
    const loaded = ["-r", "active_record", "-r", "sqlite3", "-r", "puma", "-r", "flipper/api"];
    return Bun.which("ruby") !== null && versionsOf(tools, [...loaded, "-e", ""]) !== undefined
      ? undefined
      : "flipper-api and its gems are not installed";
  },
  async start(tools) {
    const { processes, directory } = tools;
    const database = join(directory, "flipper.sqlite3");
    const server = await processes.serve([...ruby(tools), program, database]);
    const answer = await sendRequest(server.origin, {
      method: "POST",
      path: `${apiPrefix}/import`,
      headers: { "content-type": "application/json" },
      body: importDocument(mixedFeatures()),
    });
    expectStatus(answer, 204, "an import into Flipper");
    return {
      programs: versionsOf(tools, [program]) ?? "Flipper",
      pids: [server.pid],
      views: [{ name: "Flipper", questions: await flipperApiQuestions(server.origin) }],
      stop: () => server.stop(),
    };
  },
};

function ruby({ flipperSource }: PeerTools): readonly string[] {
  const source = flipperSource === "" ? [] : ["-I", join(flipperSource, "lib")];
  return ["ruby", ...source, "-r", "pathname"];
}

/** What a program prints; undefined if it fails. */
function versionsOf(tools: PeerTools, argv: readonly string[]): string | undefined {
  const { success, stdout } = Bun.spawnSync([...ruby(tools), ...argv], { stderr: "ignore" });
  return success ? stdout.toString().trim() : undefined;
}
