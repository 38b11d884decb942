import { printable } from "../../../core/text/printable.ts";

/** A client by its header `User-Agent`. */
export interface NamedClient {
  readonly name: string;
  /** Null without a version in the header. */
  readonly version: string | null;
}

const nameLengthMax = 60;
const readLengthMax = 200;
const nameAndVersion = /^(.{1,60}?)[ /]v?(\d[\w.+-]{0,30})/;

/** Such as `Flipper HTTP Adapter v1.3.4`; null without the header. */
export function namedClient({ headers }: Request): NamedClient | null {
  const text = printable((headers.get("user-agent") ?? "").slice(0, readLengthMax)).trim();
  if (text === "") {
    return null;
  }
  const [, name = text.slice(0, nameLengthMax), version = null] = nameAndVersion.exec(text) ?? [];
  return { name, version };
}
