import type { SQL } from "bun";
import { sqlStateOf } from "./database/postgres-errors.ts";

/** The role lacks a right, or the table is missing, as in a restored database of an older version. */
const statesWithoutKey: ReadonlySet<string | undefined> = new Set(["42501", "42P01"]);

/** The key that seals commits in notifications; null if there is none, or the role may not read it. */
export function readNotificationKey(client: SQL): Promise<string | null> {
  return keyOf(client<{ key: string }[]>`select key from notification_key where id = 1`);
}

/** Creates another key, if there is one, and the role is allowed to. */
export async function renewNotificationKey(client: SQL): Promise<void> {
  await keyOf(
    client<{ key: string }[]>`
      update notification_key
      set key = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
      where id = 1 returning key`,
  );
}

async function keyOf(asked: Promise<{ key: string }[]>): Promise<string | null> {
  try {
    const [row] = await asked;
    return row?.key ?? null;
  } catch (error) {
    if (!statesWithoutKey.has(sqlStateOf(error))) {
      throw error;
    }
    return null;
  }
}
