import { optionalOption } from "../../config/option.ts";
import { parseTime } from "./parse-time.ts";

/** Two times that are compared; `now` is in milliseconds since the epoch. */
export function timeOptions(now: () => number) {
  const parse = parseTime(now);
  return {
    from: optionalOption({
      flag: "from",
      placeholder: "TIME",
      description:
        "Compares the environment at this time with a later one. RFC 3339, a date, or how long ago by " +
        "this machine's clock, such as 2h.",
      parse,
    }),
    to: optionalOption({
      flag: "to",
      placeholder: "TIME",
      description: "The later time; now unless given.",
      parse,
    }),
  };
}
