import { expect, test } from "bun:test";
import { AnswerBody } from "../../../src/http/response/answer-body.ts";

type Form = "plain" | "gzip";

const json = JSON.stringify({ features: Array.from({ length: 500 }, (_, key) => ({ key })) });
const plain = new TextEncoder().encode(json);
const compressed = Bun.gzipSync(plain);

/** Every order of up to three reads. */
const orders: readonly (readonly Form[])[] = (["plain", "gzip"] as const).flatMap((first) => [
  [first],
  ...(["plain", "gzip"] as const).flatMap((second) => [
    [first, second],
    [first, second, "plain"] as const,
    [first, second, "gzip"] as const,
  ]),
]);

test.each(orders.map((order) => ({ order })))(
  "after $order it counts the forms that were read, and no others",
  ({ order }) => {
    const body = new AnswerBody(json);
    for (const form of order) {
      expect(body[form]).toEqual(form === "gzip" ? compressed : plain);
      expect(body[form]).toBe(body[form]);
    }
    const read = new Set(order);
    expect(body.keptBytes).toBe(
      (read.has("plain") ? plain.length : 0) + (read.has("gzip") ? compressed.length : 0),
    );
    expect(body.length).toBe(plain.length);
  },
);

test("before the first read it counts the plain form", () => {
  const body = new AnswerBody(json);
  expect(body.keptBytes).toBe(plain.length);
  expect(body.tag).toBe(new AnswerBody(json).tag);
});
