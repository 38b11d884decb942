import { JsonList } from "./json-list.ts";

/** The parts of `p_rows` of the function `commit_2`, in the order of writing. */
export const rowOperations = [
  "webhooks removed",
  "features removed",
  "preview tokens ended",
  "environments removed",
  "gates removed",
  "members cleared",
  "members removed",
  "audits removed",
  "events removed",
  "deliveries removed",
  "groups removed",
  "organization members removed",
  "project members removed",
  "credentials removed",
  "links removed",
  "sessions removed",
  "passkeys removed",
  "replicas removed",
  "organizations",
  "users",
  "projects",
  "revisions",
  "environments",
  "tokens",
  "organization members",
  "project members",
  "groups",
  "features",
  "gates",
  "members added",
  "audits",
  "last audits",
  "clock",
  "passwords",
  "links",
  "sessions",
  "passkeys",
  "replicas",
  "webhooks",
  "events",
  "deliveries",
] as const;

/** The parts of `p_more_rows` of `commit_2`, which are written after all of `p_rows`. */
export const moreRowOperations = [
  "personal tokens of users removed",
  "personal tokens removed",
  "personal tokens",
] as const;

export type RowOperation = (typeof rowOperations)[number] | (typeof moreRowOperations)[number];

/** A row as JSON, with the names of the columns. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/**
 * Rows to write, in any order of operations, and whether they have only some hundred characters;
 * null for a step that only took time.
 */
export type WrittenRows = Generator<
  readonly [operation: RowOperation, row: WrittenRow, isSmall?: boolean] | null,
  void
>;

/** The two objects of all rows as JSON texts. */
export interface RowTexts {
  readonly rows: string;
  readonly moreRows: string;
}

/** The texts of all rows, in steps. */
export function* rowTexts(rows: WrittenRows): Generator<void, RowTexts> {
  const lists = new Map<RowOperation, JsonList>();
  for (const written of rows) {
    if (written !== null) {
      const [operation, row, isSmall] = written;
      let list = lists.get(operation);
      if (list === undefined) {
        list = new JsonList(storableJson);
        lists.set(operation, list);
      }
      list.add(row, isSmall);
    }
    yield;
  }
  return {
    rows: yield* objectText(lists, rowOperations),
    moreRows: yield* objectText(lists, moreRowOperations),
  };
}

function* objectText(
  lists: ReadonlyMap<RowOperation, JsonList>,
  operations: readonly RowOperation[],
): Generator<void, string> {
  const parts: string[] = [];
  for (const operation of operations) {
    const list = lists.get(operation);
    if (list !== undefined) {
      parts.push(`"${operation}":${list.text()}`);
      yield;
    }
  }
  return `{${parts.join(",")}}`;
}

const unstorable = /\\u(?:000|d)/;
const escapeSequences = /\\(?:u000([01])|(ud[89a-f][0-9a-f]{2})|.)/g;

/** JSON text whose strings are in the form of `escapedText`. */
export function storableJson(json: string): string {
  return unstorable.test(json)
    ? json.replace(escapeSequences, (sequence: string, code?: string, surrogate?: string) =>
        code !== undefined ? `\\u0001${code}` : surrogate !== undefined ? "\\ufffd" : sequence,
      )
    : json;
}
