/**
 * Requests that differ in some fields only: fixed pieces of text with the fields of a row between
 * them, first in the path, then in the body. All text is Latin-1, one character for each byte, so
 * that a body can be gzip. Fields have fixed widths, so that creating a request takes little time.
 */
export interface RequestPattern {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  /** Empty for requests without a body. */
  readonly body: readonly string[];
  /** The length of each field; empty if all requests are the same. */
  readonly widths: readonly number[];
  /** The fields of all rows, without separators. */
  readonly rows: string;
}

export interface PlainRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A pattern for the same GET in every request. */
export function sameGet(path: string, headers: Readonly<Record<string, string>>): RequestPattern {
  return { method: "GET", headers, path: [path], body: [], widths: [], rows: "" };
}

export function rowCount(pattern: RequestPattern): number {
  const width = rowWidth(pattern);
  return width === 0 ? 1 : pattern.rows.length / width;
}

/** The request of a row. After the last row, the first follows. */
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
    path: interleaveFields(path, fields),
    body: interleaveFields(body, fields.slice(path.length - 1)),
  };
}

/** The fixed pieces of a complete request, in the order in which they are sent. */
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

function interleaveFields(pieces: readonly string[], fields: readonly string[]): string {
  return pieces.map((piece, index) => (index === 0 ? "" : fields[index - 1]) + piece).join("");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
