import { eq, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { AccountChange } from "../../core/model/change.ts";
import {
  passkeysTable,
  passwordsTable,
  personalTokensTable,
  sessionsTable,
  signInLinksTable,
} from "./account-schema.ts";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";

export function prepareAccountWrites(database: BunSQLiteDatabase): (change: AccountChange) => void {
  const save = prepareAccountSaves(database);
  const remove = prepareAccountRemovals(database);
  return (change) => {
    switch (change.kind) {
      case "password.saved":
        save.password.run({ ...change.password });
        return;
      case "sign_in_link.saved":
        save.link.run({ ...change.link });
        return;
      case "session.saved":
        save.session.run({ ...change.session });
        return;
      case "passkey.saved":
        save.passkey.run({ ...change.passkey });
        return;
      case "personal_token.saved":
        save.personalToken.run({ ...change.token });
        return;
      case "sign_in_link.removed":
        remove.linkOfUser.run({ userId: change.userId });
        return;
      case "sessions.ended":
        for (const hash of change.hashes) {
          remove.session.run({ hash });
        }
        return;
      case "passkey.removed":
        remove.passkey.run({ id: change.passkeyId });
        return;
      case "personal_tokens.removed":
        for (const hash of change.hashes) {
          remove.personalToken.run({ hash });
        }
        return;
      case "credentials.removed":
        for (const statement of remove.ofUser) {
          statement.run({ userId: change.userId });
        }
        return;
    }
  };
}

function prepareAccountSaves(database: BunSQLiteDatabase) {
  return {
    password: database
      .insert(passwordsTable)
      .values(placeholders("userId", "hash", "changedAt"))
      .onConflictDoUpdate({
        target: passwordsTable.userId,
        set: excludedValues(passwordsTable, "hash", "changedAt"),
      })
      .prepare(),
    link: database
      .insert(signInLinksTable)
      .values(placeholders("userId", "hash", "createdAt", "expiresAt"))
      .onConflictDoUpdate({
        target: signInLinksTable.userId,
        set: excludedValues(signInLinksTable, "hash", "createdAt", "expiresAt"),
      })
      .prepare(),
    session: database
      .insert(sessionsTable)
      .values(placeholders("hash", "id", "userId", "createdAt", "seenAt", "address", "userAgent"))
      .onConflictDoUpdate({
        target: sessionsTable.hash,
        set: excludedValues(sessionsTable, "seenAt"),
      })
      .prepare(),
    passkey: database
      .insert(passkeysTable)
      .values({
        ...placeholders("id", "userId", "name", "publicKey", "counter", "transports"),
        ...placeholders("createdAt", "lastUsedAt"),
      })
      .onConflictDoUpdate({
        target: passkeysTable.id,
        set: excludedValues(passkeysTable, "name", "counter", "lastUsedAt"),
      })
      .prepare(),
    personalToken: database
      .insert(personalTokensTable)
      .values({
        ...placeholders("hash", "id", "userId", "name", "scope"),
        ...placeholders("createdAt", "expiresAt", "lastUsedAt"),
      })
      .onConflictDoUpdate({
        target: personalTokensTable.hash,
        set: excludedValues(personalTokensTable, "lastUsedAt"),
      })
      .prepare(),
  };
}

function prepareAccountRemovals(database: BunSQLiteDatabase) {
  const userId = sql.placeholder("userId");
  const linkOfUser = database
    .delete(signInLinksTable)
    .where(eq(signInLinksTable.userId, userId))
    .prepare();
  return {
    linkOfUser,
    session: database
      .delete(sessionsTable)
      .where(eq(sessionsTable.hash, sql.placeholder("hash")))
      .prepare(),
    passkey: database
      .delete(passkeysTable)
      .where(eq(passkeysTable.id, sql.placeholder("id")))
      .prepare(),
    personalToken: database
      .delete(personalTokensTable)
      .where(eq(personalTokensTable.hash, sql.placeholder("hash")))
      .prepare(),
    ofUser: [
      linkOfUser,
      database.delete(passwordsTable).where(eq(passwordsTable.userId, userId)).prepare(),
      database.delete(sessionsTable).where(eq(sessionsTable.userId, userId)).prepare(),
      database.delete(passkeysTable).where(eq(passkeysTable.userId, userId)).prepare(),
      database.delete(personalTokensTable).where(eq(personalTokensTable.userId, userId)).prepare(),
    ],
  };
}
