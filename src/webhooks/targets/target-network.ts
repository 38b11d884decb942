import type { TargetNetwork } from "./webhook-target.ts";

/** The server's own network, with the timeouts that users wait for. */
export const systemNetwork: TargetNetwork = {
  resolve: async (host) => {
    // Other resolvers block a thread of the pool that reads files, until the name server answers.
    const found = await Bun.dns.lookup(host, { backend: "c-ares" });
    return found.map(({ address }) => address);
  },
  checkMs: 10_000,
  requestMs: 20_000,
};
