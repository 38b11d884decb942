import { gatehouse } from "../administration/gatehouse-process.ts";
import { testedProgram } from "../contract/server-process.ts";
import { startProgram } from "./executable.ts";
import { isRead, type ServersAsOne, type ServersOptions } from "./servers-as-one.ts";
import { sendOverHttp } from "./service.ts";

/**
 * Starts an origin and a replica of it. Writes go to them in turn, and all reads to the replica, as
 * soon as it has the newest commit of the origin.
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
  let writer = replica.url;
  return {
    at:
      (prefix) =>
      async (path, init = {}) => {
        if (!isRead(prefix, path, init)) {
          writer = writer === origin.url ? replica.url : origin.url;
          return sendOverHttp(writer + prefix)(path, init);
        }
        const place = await placeAt(origin.url);
        while ((await placeAt(replica.url)) !== place) {
          await Bun.sleep(1);
        }
        return sendOverHttp(replica.url + prefix)(path, init);
      },
    async stop() {
      await replica.stop();
      await origin.stop();
    },
  };
}
