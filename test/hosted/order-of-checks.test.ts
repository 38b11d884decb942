import { afterAll, expect, test } from "bun:test";
import { startHosted } from "../helpers/hosted-server.ts";

const server = await startHosted();
afterAll(() => server.stop());
const readOnly = await server.newToken({ access: "read_only" });

/** The path of a write, and the statuses without a token, with one that reads, and with one that writes. */
const rows: readonly [path: string, none: number, reads: number, writes: number][] = [
  // No route is known before the path is decoded, so nobody can say what it needs.
  ["/features/%ff/boolean", 401, 400, 400],
  ["/features/%zz/boolean", 401, 400, 400],
  ["/features/%20x/boolean", 401, 403, 422],
  ["/features/x/boolean?x=%ff", 401, 403, 400],
];

test.each(rows)(
  "POST %s is checked in the order of docs/api.md#requests",
  async (path, ...statuses) => {
    const { state } = server.deployment.writer;
    for (const [index, token] of [null, readOnly, server.managerToken].entries()) {
      const headers = token === null ? {} : { "Flipper-Cloud-Token": token };
      const { status } = await server.send(path, { method: "POST", headers });
      expect<unknown>([index, status]).toEqual([index, statuses[index]]);
    }
    expect(server.deployment.writer.state).toBe(state);
  },
);
