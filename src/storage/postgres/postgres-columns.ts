import { bigint, customType } from "drizzle-orm/pg-core";
import { escapedText, unescapedText } from "./escaped-text.ts";

/** A whole number up to 2 ** 53. */
export function wholeNumber(name: string) {
  return bigint(name, { mode: "number" });
}

/** A text of any characters, in the order of its UTF-8 bytes whatever the database's locale is. */
export const anyText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text collate "C"',
  toDriver: escapedText,
  fromDriver: unescapedText,
});

/** Bytes of a fixed length, such as a hash. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});

/** A value as JSON text. PostgreSQL does not parse it, so U+0000 in strings is allowed. */
export function jsonText<Value>(name: string) {
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'text collate "C"',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text): Value => JSON.parse(text),
  })(name);
}
