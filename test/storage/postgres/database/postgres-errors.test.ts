import { expect, test } from "bun:test";
import {
  isBrokenConnection,
  postgresError,
  postgresFault,
  postgresReason,
  sqlStateOf,
} from "../../../../src/storage/postgres/database/postgres-errors.ts";

function serverError(errno: string, message = "message"): Error {
  return Object.assign(new Error(message), { code: "ERR_POSTGRES_SERVER_ERROR", errno });
}

function clientError(code: string): Error {
  return Object.assign(new Error("message"), { code });
}

/** What each error says of its statement, and whether another connection may work. */
const rows = [
  ["a unique violation", serverError("23505"), "data", false],
  ["a text that is no number", serverError("22P02"), "data", false],
  ["an index row that is too large", serverError("54000"), "data", false],
  [
    "processes that do not read their notifications",
    serverError("54000", "too many notifications in the NOTIFY queue"),
    ...(["nothing kept", false] as const),
  ],
  [
    "the same in German",
    serverError("54000", "zu viele Benachrichtigungen in NOTIFY-Schlange"),
    ...(["nothing kept", false] as const),
  ],
  ["a full disk", serverError("53100"), "nothing kept", false],
  ["a read-only transaction", serverError("25006"), "nothing kept", false],
  ["a statement that was ended", serverError("57014"), "nothing kept", false],
  ["a deadlock", serverError("40P01"), "nothing kept", false],
  ["a wrong password", serverError("28P01"), "nothing kept", false],
  ["a server that is stopped", serverError("57P01"), "in doubt", true],
  ["a server that crashed", serverError("57P02"), "in doubt", true],
  ["an unknown end of a transaction", serverError("40003"), "in doubt", false],
  ["a broken connection", clientError("ERR_POSTGRES_CONNECTION_CLOSED"), "in doubt", true],
  ["no server", clientError("ERR_POSTGRES_CONNECTION_REFUSED"), "nothing kept", false],
  ["a late connection", clientError("ERR_POSTGRES_CONNECTION_TIMEOUT"), "nothing kept", false],
  ["a wrong certificate", clientError("ERR_TLS_CERT_ALTNAME_INVALID"), "nothing kept", false],
  ["any other error", new Error("message"), "in doubt", false],
] as const;

test.each(rows)("%s", (_, error, fault, isBroken) => {
  expect(postgresFault(error)).toBe(fault);
  expect(isBrokenConnection(error)).toBe(isBroken);
  // Drizzle's errors show the statement and its values.
  const shown = new Error("Failed query: select secret", { cause: error });
  expect(postgresFault(shown)).toBe(fault);
  expect(postgresReason(shown)).not.toContain("secret");
  expect(sqlStateOf(shown)).toBe(sqlStateOf(error));
});

test("a statement that the connection has already, or lacks, points to the setting for poolers", () => {
  for (const state of ["42P05", "26000"]) {
    expect(postgresReason(serverError(state))).toContain("Set --database-pooler");
  }
});

test("a reason is one line with its code, and never long", () => {
  const error = serverError("XX999", `${"x".repeat(500)}\nsecond line`);
  expect(postgresReason(error)).toBe(`${"x".repeat(200)} (XX999)`);
  expect(sqlStateOf(error)).toBe("XX999");
  const { message, cause } = postgresError("The log could not be read", serverError("53100"));
  expect(message).toBe("The log could not be read: the disk of the database server is full");
  expect(cause).toBeInstanceOf(Error);
});
