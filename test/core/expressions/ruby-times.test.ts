import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import fc from "fast-check";
import {
  expressionFault,
  parseStoredExpression,
} from "../../../src/core/expressions/expression.ts";
import { epochSecondsOf } from "../../../src/core/text/time-text.ts";
import { modelled } from "../../helpers/modelled.ts";

const ruby = Bun.which("ruby");
/** In CI, a missing package makes the tests fail instead of being skipped. */
const isRequired = process.env.CI === "true";

/** Two digits, most of them in the range of months, days, hours and minutes. */
const two = fc
  .oneof({ arbitrary: fc.integer({ min: 0, max: 31 }), weight: 4 }, fc.integer({ max: 99, min: 0 }))
  .map((number) => String(number).padStart(2, "0"));
const texts = fc
  .tuple(
    fc.constantFrom("2024", "2023", "0000", "0050", "1500", "1582", "9999", "24"),
    fc.constantFrom("-", "-", "-", "/", ""),
    fc.tuple(two, two, two, two, two),
    fc.constantFrom("T", "T", "t", " ", ""),
    fc.constantFrom(":", ":", ":", ""),
    fc.constantFrom("", "", ".5", ".123456789", ",5", ".", ".000"),
    fc.constantFrom(
      ...["Z", "z", "UTC", " UTC", " Z", "+0530", "+05:30", " -0800", "-00:00", "+23:59", "+24:00"],
      ...["", "EST", "+05", "+530", "+14:60"],
    ),
  )
  .map(
    ([year, dash, [month, day, hour, minute, second], separator, colon, fraction, zone]) =>
      `${year}${dash}${month}${dash}${day}${separator}${hour}${colon}${minute}${colon}${second}${fraction}${zone}`,
  );

/** Reads each line as Ruby's client does, on a machine in another zone; null where it raises. */
const program = `
require "time"
require "json"
puts JSON.generate(JSON.parse(STDIN.read).map { |text| Time.parse(text).to_r.to_f rescue nil })
`;

async function timesInRuby(inputs: readonly string[]): Promise<unknown> {
  const child = Bun.spawn([ruby ?? "ruby", "-e", program], {
    env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", TZ: "America/New_York" },
    stdin: Buffer.from(JSON.stringify(inputs)),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) {
    throw new Error(err);
  }
  return JSON.parse(out);
}

test.skipIf(!(ruby !== null || isRequired))(
  "Ruby reads each text that can be stored as a time, in any zone, as the server does",
  async () => {
    const isStorable = (text: string) =>
      expressionFault(parseStoredExpression({ Time: [text] })) === null;
    const storable = fc.sample(texts, { numRuns: 20_000 }).filter(isStorable);
    expect(storable.length).toBeGreaterThan(200);
    // Far from today a double holds a time to some microseconds only.
    const inMilliseconds = (seconds: number) => Math.round(seconds * 1_000);
    const theirs = modelled(Type.Array(Type.Number()), await timesInRuby(storable));
    expect(theirs.map(inMilliseconds)).toEqual(storable.map(epochSecondsOf).map(inMilliseconds));
  },
  180_000,
);
