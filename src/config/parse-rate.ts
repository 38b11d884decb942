import type { Rate } from "../limits/rate.ts";
import type { Parsed } from "./parse.ts";

const form = /^(?<perSecond>\d{1,7})(?::(?<burst>\d{1,7}))?$/;
const max = 1_000_000;

/** `RATE` or `RATE:BURST`; without a burst a second's worth may come at once. */
export function parseRate(text: string): Parsed<Rate> {
  const groups = form.exec(text)?.groups;
  const perSecond = Number(groups?.perSecond);
  const burst = groups?.burst === undefined ? perSecond : Number(groups.burst);
  return perSecond >= 1 && perSecond <= max && burst >= 1 && burst <= max
    ? { value: { perSecond, burst } }
    : { reason: `must be RATE or RATE:BURST, integers from 1 to ${max}` };
}
