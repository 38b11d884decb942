import { Database } from "bun:sqlite";
import { join } from "node:path";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";

/** An expression that version 0.2.0 stored, and where it is faulty. */
export const faultyExpression = {
  Any: [true, { LessThan: [{ Now: [] }, { Time: ["soon"] }] }],
};
export const faultOfExpression =
  'At Any[1].LessThan[1].Time[0]: "soon" is not a time that all clients read alike; write an ISO ' +
  '8601 date and time with a zone, such as "2024-01-31T12:00:00Z", or a number of seconds since 1970';

/**
 * Fills a data directory: the feature `faulty` has only a faulty expression, as an older version may
 * have stored it, and `fine` one that is not faulty.
 */
export async function storeFaultyExpression(data: string, token: string): Promise<void> {
  using server = await ServerProcess.start(testedProgram, data, {
    mode: "hosted",
    variables: { GATEHOUSE_TOKEN: token },
  });
  const valid = { Equal: [{ Property: ["plan"] }, "pro"] };
  for (const name of ["faulty", "fine"]) {
    const { status } = await fetch(`${server.url}/adapter/features/${name}/expression`, {
      method: "POST",
      headers: { "Flipper-Cloud-Token": token, "Content-Type": "application/json" },
      body: JSON.stringify(valid),
    });
    if (status !== 200) {
      throw new Error(`the expression of ${name} was answered with ${status}`);
    }
  }
  server.signal("SIGTERM");
  await server.ended();
  const database = new Database(join(data, "gatehouse.db"));
  const { changes } = database.run(
    "update gates set expression = ? where feature_id = (select id from features where key = ?)",
    [JSON.stringify(faultyExpression), "faulty"],
  );
  database.close();
  if (changes !== 1) {
    throw new Error(`${changes} expressions were replaced`);
  }
}
