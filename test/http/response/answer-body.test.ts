import { expect, test } from "bun:test";
import { AnswerBody } from "../../../src/http/response/answer-body.ts";

type Form = "bytes" | "gzip";

const json = JSON.stringify({ features: Array.from({ length: 500 }, (_, key) => ({ key })) });
const plain = new TextEncoder().encode(json);
const compressed = Bun.gzipSync(plain);

/** Every order of asking, of up to three times. */
const orders: readonly (readonly Form[])[] = (["bytes", "gzip"] as const).flatMap((first) => [
  [first],
  ...(["bytes", "gzip"] as const).flatMap((second) => [
    [first, second],
    [first, second, "bytes"] as const,
    [first, second, "gzip"] as const,
  ]),
]);

test.each(orders.map((order) => ({ order })))(
  "asked for $order it counts the forms that it gave, and no others",
  ({ order }) => {
    const body = new AnswerBody(json);
    for (const form of order) {
      expect(body[form]).toEqual(form === "gzip" ? compressed : plain);
      expect(body[form]).toBe(body[form]);
    }
    const given = new Set(order);
    expect(body.keptBytes).toBe(
      (given.has("bytes") ? plain.length : 0) + (given.has("gzip") ? compressed.length : 0),
    );
    expect(body.length).toBe(plain.length);
  },
);

test("before anyone asks it counts the plain form, which it is made with", () => {
  const body = new AnswerBody(json);
  expect(body.keptBytes).toBe(plain.length);
  expect(body.tag).toBe(new AnswerBody(json).tag);
});
