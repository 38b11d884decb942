import { afterAll, expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";

const { CompressionStream: Original } = globalThis;
let count = 0;
afterAll(() => {
  globalThis.CompressionStream = Original;
});

async function openPage(): Promise<void> {
  const api = mountable({ data: ":memory:" });
  const url = "http://localhost/flipper/api/swagger";
  for (const file of ["", "/swagger-ui.js", "/swagger-ui.css", "/icon.svg", "/page.js"]) {
    const headers = { "accept-encoding": "gzip" };
    const answer = await api.handle(new Request(url + file, { headers }));
    expect(answer.status).toBe(200);
    expect((await answer.bytes()).length).toBeGreaterThan(0);
  }
  await api.close();
}

test("the files of the page are compressed once for all instances of a process", async () => {
  await openPage();
  globalThis.CompressionStream = class extends Original {
    constructor(format: ConstructorParameters<typeof Original>[0]) {
      super(format);
      count++;
    }
  };
  await openPage();
  // Its script has the path of the instance.
  expect(count).toBe(1);
});
