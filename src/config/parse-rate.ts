import type { Rate } from "../core/rates/rate.ts";
import type { ParseResult } from "./value-parsers.ts";

const form = /^(?<perSecond>\d{1,7})(?::(?<burst>\d{1,7}))?$/;
const max = 1_000_000;

/** Parses `RATE` or `RATE:BURST`; without a burst, the requests of one second may come at once. */
export function parseRate(text: string): ParseResult<Rate> {
  const groups = form.exec(text)?.groups;
  const perSecond = Number(groups?.perSecond);
  const burst = groups?.burst === undefined ? perSecond : Number(groups.burst);
  return perSecond >= 1 && perSecond <= max && burst >= 1 && burst <= max
    ? { value: { perSecond, burst } }
    : { reason: `must be RATE or RATE:BURST, integers from 1 to ${max}` };
}
