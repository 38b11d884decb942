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

/** The part of the state with members' credentials. */
export function loadAccounts(
  database: BunSQLiteDatabase,
): Pick<State, "passwords" | "signInLinks" | "sessions" | "passkeys" | "personalTokens"> {
  const passwords = database.select().from(passwordsTable).all();
  const links = database.select().from(signInLinksTable).all();
  const sessions = database.select().from(sessionsTable).all();
  const passkeys = database.select().from(passkeysTable).all();
  const personalTokens = database.select().from(personalTokensTable).all();
  return {
    passwords: ImmutableMap(passwords.map((password) => [password.userId, password])),
    signInLinks: ImmutableMap(links.map((link) => [link.hash, link])),
    sessions: ImmutableMap(sessions.map((session) => [session.hash, session])),
    passkeys: ImmutableMap(passkeys.map((passkey) => [passkey.id, passkey])),
    personalTokens: ImmutableMap(personalTokens.map((token) => [token.hash, token])),
  };
}
