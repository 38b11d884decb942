import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { Map as ImmutableMap } from "immutable";
import type { State } from "../../core/model/state.ts";
import {
  passkeysTable,
  passwordsTable,
  personalTokensTable,
  sessionsTable,
  signInLinksTable,
} from "./account-schema.ts";
import { rowsOf } from "./database/rows-of.ts";

/** The part of the state with members' credentials. */
export function loadAccounts(
  database: BunSQLiteDatabase,
): Pick<State, "passwords" | "signInLinks" | "sessions" | "passkeys" | "personalTokens"> {
  const passwords = rowsOf(database, passwordsTable);
  const links = rowsOf(database, signInLinksTable);
  const sessions = rowsOf(database, sessionsTable);
  const passkeys = rowsOf(database, passkeysTable);
  const personalTokens = rowsOf(database, personalTokensTable);
  return {
    passwords: ImmutableMap(passwords.map((password) => [password.userId, password])),
    signInLinks: ImmutableMap(links.map((link) => [link.hash, link])),
    sessions: ImmutableMap(sessions.map((session) => [session.hash, session])),
    passkeys: ImmutableMap(passkeys.map((passkey) => [passkey.id, passkey])),
    personalTokens: ImmutableMap(personalTokens.map((token) => [token.hash, token])),
  };
}
