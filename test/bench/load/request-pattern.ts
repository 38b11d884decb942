/**
 * Requests that differ in some fields only: literal pieces with a row's fields between them, the
 * path's first, then the body's. All text is Latin-1, one character a byte, so that a body may be
 * gzip. Fields have fixed widths, which keeps the making of a request cheap beside its answering.
 */
export interface RequestPattern {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  /** Empty for requests without a body. */
  readonly body: readonly string[];
  /** Characters of each field; empty where every request is the same. */
  readonly widths: readonly number[];
  /** The fields of all rows, one after the other. */
  readonly rows: string;
}

export interface PlainRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A pattern of a single GET. */
export function sameGet(path: string, headers: Readonly<Record<string, string>>): RequestPattern {
  return { method: "GET", headers, path: [path], body: [], widths: [], rows: "" };
}

export function rowCount(pattern: RequestPattern): number {
  const width = rowWidth(pattern);
  return width === 0 ? 1 : pattern.rows.length / width;
}

/** The request of a row; past the last row they begin again. */
export function requestAt(pattern: RequestPattern, row: number): PlainRequest {
  const { method, headers, path, body, widths, rows } = pattern;
  let start = (row % rowCount(pattern)) * rowWidth(pattern);
  const fields = widths.map((width) => {
    const field = rows.slice(start, start + width);
    start += width;
    return field;
  });
  return {
    method,
    headers,
    path: woven(path, fields),
    body: woven(body, fields.slice(path.length - 1)),
  };
}

/** A whole request as it goes over the wire, in the pieces that a row's fields stand between. */
export function wirePieces(pattern: RequestPattern): readonly string[] {
  const [firstPath = "", ...morePath] = pattern.path;
  const [firstBody = "", ...moreBody] = pattern.body;
  const pieces = [`${pattern.method} ${firstPath}`, ...morePath];
  const head = Object.entries(headersOf(pattern)).map(([name, value]) => `${name}: ${value}\r\n`);
  pieces.push(`${pieces.pop() ?? ""} HTTP/1.1\r\n${head.join("")}\r\n${firstBody}`, ...moreBody);
  return pieces;
}

function headersOf(pattern: RequestPattern): Readonly<Record<string, string>> {
  const host = { host: "127.0.0.1", ...pattern.headers };
  return pattern.body.length === 0
    ? host
    : { ...host, "content-length": String(bodyLength(pattern)) };
}

function bodyLength({ path, body, widths }: RequestPattern): number {
  const fields = widths.slice(path.length - 1);
  return sum(fields) + sum(body.map((piece) => piece.length));
}

function rowWidth({ widths }: RequestPattern): number {
  return sum(widths);
}

function woven(pieces: readonly string[], fields: readonly string[]): string {
  return pieces.map((piece, index) => (index === 0 ? "" : fields[index - 1]) + piece).join("");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
