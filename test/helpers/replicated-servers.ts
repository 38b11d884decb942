import { gatehouse } from "../cli/administration/gatehouse-process.ts";
import { testedProgram } from "../contract/server-process.ts";
import { startProgram } from "./executable.ts";
import { isRead, type ServersAsOne, type ServersOptions } from "./servers-as-one.ts";
import { sendOverHttp } from "./service.ts";

/**
 * Starts an origin and a replica of it. Writes go to them in turn, and all reads to the replica; a
 * write is over when the replica has it.
 */
export async function startReplicated(options: ServersOptions): Promise<ServersAsOne> {
  const { mode, flags, variables } = options;
  const { argv } = testedProgram;
  const origin = await startProgram(argv, ["--mode", mode, ...flags], variables);
  const created = await gatehouse(origin.dataDirectory, ["replica", "create", "--name", "tested"]);
  if (created.code !== 0) {
    throw new Error(created.err);
  }
  const token = created.out.trim();
  const following = ["--mode", "replica", "--origin", origin.url];
  const replica = await startProgram(argv, [...following, ...flags], {
    GATEHOUSE_ORIGIN_TOKEN: token,
  });
  const placeAt = async (url: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url}/replication/position`, { headers })).text();
  };
  const caughtUp = async () => {
    while ((await placeAt(replica.url)) !== (await placeAt(origin.url))) {
      await Bun.sleep(1);
    }
  };
  let writer = replica.url;
  return {
    at:
      (prefix) =>
      async (path, init = {}) => {
        if (isRead(prefix, path, init)) {
          return sendOverHttp(replica.url + prefix)(path, init);
        }
        writer = writer === origin.url ? replica.url : origin.url;
        const answer = await sendOverHttp(writer + prefix)(path, init);
        // Before the next write: the replica tells streams of all changes that it gets at once in one event.
        await caughtUp();
        return answer;
      },
    async stop() {
      await replica.stop();
      await origin.stop();
    },
  };
}
