import type { LimitRow } from "../../api/admin/contract/plan-models.ts";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";

const { plan: words } = settingsTexts.settings;
const kibibyte = 1_024;
const mebibyte = kibibyte * kibibyte;

/** A limit or a use with its unit. */
export function limitText(name: LimitRow["name"], value: number): string {
  if (name.endsWith("_bytes")) {
    return bytesText(value);
  }
  return name.endsWith("_days") ? plural(words.days, value) : formatNumber(value);
}

export function bytesText(bytes: number): string {
  if (bytes < kibibyte) {
    return fill(words.bytes, { count: bytes });
  }
  return bytes < mebibyte
    ? fill(words.kibibytes, { count: rounded(bytes / kibibyte) })
    : fill(words.mebibytes, { count: rounded(bytes / mebibyte) });
}

/** The typed number; the server refuses an invalid one. */
export function typedLimit(text: string): number {
  return Number(text);
}

function rounded(value: number): number {
  return value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
}
