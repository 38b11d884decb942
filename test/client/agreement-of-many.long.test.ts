import { test } from "bun:test";
import { compareWithServer } from "./agreement.ts";

test("client and server agree on 100,000 random features and actors", async () => {
  await compareWithServer(100_000);
}, 600_000);
