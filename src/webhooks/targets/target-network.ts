import { lookup } from "node:dns/promises";
import type { TargetNetwork } from "./webhook-target.ts";

/** The machine's own network, with the times that users wait for. */
export const systemNetwork: TargetNetwork = {
  resolve: async (host) => {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  },
  checkMs: 10_000,
  requestMs: 20_000,
};
