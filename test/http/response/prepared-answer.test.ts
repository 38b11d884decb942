import { expect, test } from "bun:test";
import { PreparedAnswer } from "../../../src/http/response/prepared-answer.ts";

const json = JSON.stringify({ features: Array.from({ length: 500 }, (_, key) => ({ key })) });
const plain = new TextEncoder().encode(json);
const compressed = Bun.gzipSync(plain);
const headers = { "poll-interval": "30" };

const requestHeaders = {
  plain: {},
  gzip: { "accept-encoding": "gzip" },
  known: { "if-none-match": "*" },
};

type Form = keyof typeof requestHeaders;

function answer(prepared: PreparedAnswer, form: Form, version = 1): Response {
  const request = new Request("http://localhost/", { headers: requestHeaders[form] });
  return prepared.respond(request, version);
}

const orders: readonly (readonly Form[])[] = [
  ["plain"],
  ["gzip"],
  ["plain", "gzip"],
  ["gzip", "plain"],
  ["plain", "gzip", "plain", "gzip"],
  ["known", "gzip", "known"],
];

test.each(orders.map((order) => ({ order })))(
  "after the answers $order a body counts the forms that were sent, and no others",
  async ({ order }) => {
    const prepared = new PreparedAnswer(json, () => headers);
    for (const form of order) {
      const response = answer(prepared, form);
      expect(response.status).toBe(form === "known" ? 304 : 200);
      expect(response.headers.get("poll-interval")).toBe("30");
      expect(response.headers.get("content-encoding")).toBe(form === "gzip" ? "gzip" : null);
      const expected = { plain, gzip: compressed, known: new Uint8Array() }[form];
      expect(await response.bytes()).toEqual(new Uint8Array(expected));
    }
    expect(prepared.body.keptBytes).toBe(
      (order.includes("plain") ? plain.length : 0) +
        (order.includes("gzip") ? compressed.length : 0),
    );
  },
);

test("an answer with new headers has the same bytes as the previous one, in both forms", async () => {
  const prepared = new PreparedAnswer(json, (version) => ({
    "flipper-sync-version": String(version),
  }));
  for (const revision of [1, 2]) {
    for (const form of ["plain", "gzip"] as const) {
      const response = answer(prepared, form, revision);
      expect(response.headers.get("flipper-sync-version")).toBe(String(revision));
      expect(await response.bytes()).toEqual(form === "gzip" ? compressed : plain);
    }
  }
  expect(prepared.body.keptBytes).toBe(plain.length + compressed.length);
});
