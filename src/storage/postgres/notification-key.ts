import type { SQL } from "bun";
import { sqlStateOf } from "./database/postgres-errors.ts";

/** The role lacks a right, or the table is missing, as in a restored database of an older version. */
const statesWithoutKey: ReadonlySet<string | undefined> = new Set(["42501", "42P01"]);

/** What commits in notifications are sealed with; null if there is no key, or it may not be read. */
export function readNotificationKey(client: SQL): Promise<string | null> {
  return keyOf(client<{ key: string }[]>`select key from notification_key where id = 1`);
}

/** Makes another key, if there is one, and the role may. */
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
