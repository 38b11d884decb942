import { JsonList } from "./json-list.ts";

/** The parts of `p_rows` of the function `commit_3`, in the order of writing. */
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

/**
 * The parts of `p_later_rows` of `commit_3`, in the order of writing, which follows `rowOperations`.
 * All but two are done by `write_rows_1`, by a verb and a table.
 */
export const laterOperations = {
  "personal tokens removed": "remove personal_tokens",
  "personal tokens": "save personal_tokens",
  "later project columns": "update projects",
  installation: "save installation",
  "removed hashes": "update environments",
  "hashed audits": "add audits",
  "acts copied": "insert acts",
  acts: "add acts",
  "signing keys": "save signing_keys",
  "views removed": "remove views",
  views: "save views",
  "policies removed": "remove policies",
  policies: "save policies",
  requests: "save requests",
  rollouts: "save rollouts",
  // All rows of a list have the same columns, so rows by subject are a list of their own.
  "comments of subjects removed": "remove comments of-subjects",
  "comments removed": "remove comments",
  comments: "save comments",
  "comments edited": "update comments",
  "retired keys removed": "remove retired_keys",
  "retired keys": "save retired_keys",
  "retiring projects removed": "remove retiring_projects",
  "retiring projects": "save retiring_projects",
  "sign-on records removed": "remove sign_on_records",
  "sign-on records": "save sign_on_records",
} as const;

export type RowOperation = (typeof rowOperations)[number] | keyof typeof laterOperations;

const operationNames: ReadonlySet<string> = new Set([
  ...rowOperations,
  ...Object.keys(laterOperations),
]);

export function isRowOperation(name: string): name is RowOperation {
  return operationNames.has(name);
}

/** A row as JSON, with the names of the columns. */
export type WrittenRow = Readonly<Record<string, unknown>>;

/** The fields of all tables, of which there are few. */
const columnNames = new Map<string, string>();

function columnOf(field: string): string {
  let name = columnNames.get(field);
  if (name === undefined) {
    name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columnNames.set(field, name);
  }
  return name;
}

/** A row with the names of its columns instead of its fields, and with lists and objects as JSON. */
export function columnsOf(row: object): WrittenRow {
  const columns: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    const isJson = typeof value === "object" && value !== null;
    columns[columnOf(field)] = isJson ? JSON.stringify(value) : value;
  }
  return columns;
}

/**
 * Rows to write, in any order of operations, and whether they have only some hundred characters;
 * null for a step that only took time.
 */
export type WrittenRows<Result = void> = Generator<
  readonly [operation: RowOperation, row: WrittenRow, isSmall?: boolean] | null,
  Result
>;

/** The lists of all rows as JSON texts of two objects. */
export interface RowTexts {
  readonly rows: string;
  readonly laterRows: string;
}

/** The texts of all rows, in steps. */
export function* rowTexts(rows: WrittenRows): Generator<void, RowTexts> {
  const lists = new Map<string, JsonList>();
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
    rows: yield* objectText(rowOperations.map((name) => [name, lists.get(name)])),
    laterRows: yield* objectText(
      Object.entries(laterOperations).map(([name, key]) => [key, lists.get(name)]),
    ),
  };
}

function* objectText(
  lists: readonly (readonly [name: string, list: JsonList | undefined])[],
): Generator<void, string> {
  const parts: string[] = [];
  for (const [name, list] of lists) {
    if (list !== undefined) {
      parts.push(`"${name}":${list.text()}`);
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
