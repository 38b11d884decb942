import { expect, test } from "bun:test";
import type { ApiClient, Call } from "../helpers/api-client.ts";
import { formType, jsonType } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { expectRefused } from "../helpers/expect-refused.ts";

const MiB = 1024 * 1024;
const tooLarge = { status: 413, code: "body_too_large" };

/** Returns a form of `length` bytes that creates the feature `made`. */
const formOf = (length: number) => "name=made&pad=".padEnd(length, "x");

/** Sends the bytes without a Content-Length, so in chunks. */
function streamed(text: string, headers: Call["headers"] = formType): Call {
  const bytes = new TextEncoder().encode(text);
  const chunkBytes = 64 * 1024;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= bytes.length) {
        controller.close();
      } else {
        controller.enqueue(bytes.subarray(sent, sent + chunkBytes));
        sent += chunkBytes;
      }
    },
  });
  return { body, ...(headers === undefined ? {} : { headers }) };
}

/** With a Content-Length, which `fetch` adds by itself and a Request in this process lacks. */
const declared = (text: string): Call => ({
  body: text,
  headers: { ...formType, "content-length": String(text.length) },
});

const gzip = (text: string | Uint8Array<ArrayBuffer>, type: Call["headers"]): Call => ({
  body: Bun.gzipSync(text),
  headers: { ...type, "content-encoding": "gzip" },
});

// Every route that reads a body refuses one over its limit, in every encoding.
const writes: [method: string, path: string][] = [
  ["POST", "/features"],
  ["POST", "/features/search/boolean"],
  ["POST", "/features/search/groups"],
  ["DELETE", "/features/search/groups"],
  ["POST", "/features/search/actors"],
  ["DELETE", "/features/search/actors"],
  ["POST", "/features/search/percentage_of_actors"],
];
const unread = [
  "/features/search/percentage_of_time",
  "/features/search/boolean",
  "/features/search/clear",
  "/features/search",
];

const large = formOf(MiB + 1);

describeMountable("body sizes (docs/api.md#limits)", (api) => {
  test("a body of 1 MiB is accepted, with and without Content-Length", async () => {
    for (const call of [
      declared(formOf(MiB)),
      streamed(formOf(MiB)),
      gzip(formOf(MiB), formType),
    ]) {
      await api.import({});
      const [response] = await api.call("POST", "/features", call);
      expect(response.status).toBe(200);
      expect((await api.features.get("made"))[0].status).toBe(200);
    }
  });

  test.each(writes)("%s %s: 413 for one byte more, in every encoding", async (method, path) => {
    await api.import({ search: { actors: ["User;1"], percentage_of_time: "5" } });
    for (const call of [declared(large), streamed(large), gzip(large, formType)]) {
      await expectRefused(api, tooLarge, () => api.call(method, path, call));
    }
  });

  test.each(unread)("DELETE %s is done with any body, however it is sent", async (path) => {
    for (const call of [declared(large), streamed(large), gzip(large, formType)]) {
      await api.import({ search: { percentage_of_time: "5" } });
      const [response] = await api.call("DELETE", path, call);
      expect(response.ok).toBe(true);
      const [, , list] = await api.features.list();
      expect(list).not.toContain('"conditional"');
    }
  });

  test("an import may be larger than 1 MiB, plain and inflated", async () => {
    const features = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [
        `feature_${index}`,
        { actors: ["x".repeat(600)] },
      ]),
    );
    const text = JSON.stringify({ version: 1, features });
    expect(text.length).toBeGreaterThan(MiB);
    for (const call of [streamed(text, jsonType), gzip(text, jsonType)]) {
      await api.import({});
      const [response] = await api.call("POST", "/import", call);
      expect(response.status).toBe(204);
      expect((await api.features.get("feature_1999"))[0].status).toBe(200);
    }
  });

  test("an import that inflates to over 50 MiB is refused while it is inflated", async () => {
    const bomb = gzip(new Uint8Array(50 * MiB + 1).fill(0x20), jsonType);
    await seeded(api);
    await expectRefused(api, tooLarge, () => api.call("POST", "/import", bomb));
  });

  test("an import with a Content-Length over 50 MiB is refused before it is read", async () => {
    await seeded(api);
    const headers = { ...jsonType, "content-length": String(50 * MiB + 1) };
    const body = new Uint8Array(50 * MiB + 1);
    await expectRefused(api, tooLarge, () => api.call("POST", "/import", { body, headers }));
  });
});

async function seeded(api: ApiClient): Promise<void> {
  await api.import({ search: { actors: ["User;1"] } });
}
