import { expect, test } from "bun:test";
import { join } from "node:path";
import hostedDocument from "../../docs/openapi.json" with { type: "json" };
import { adminTypes, adminTypesFile } from "../../packaging/admin-types.ts";
import {
  documentSources,
  servedDocument,
  sourceCommand,
  startFreshServer,
} from "../../packaging/served-document.ts";

const built = process.env.TESTED_PROGRAM;
const command = built === undefined ? sourceCommand : [built];

const textOf = (file: string) => Bun.file(join(import.meta.dir, "../..", file)).text();

test.each(Object.values(documentSources))(
  "$file is the document that is served: see make openapi",
  async (source) => {
    expect(await servedDocument(command, source)).toBe(await textOf(source.file));
  },
);

test(`${adminTypesFile} has the types of the Admin API's document: see make openapi`, async () => {
  const document = await textOf(documentSources.admin.file);
  expect(await textOf(adminTypesFile)).toBe(await adminTypes(document));
});

test("a server answers for its state as the examples show", async () => {
  await using server = await startFreshServer(command, "hosted");
  const { paths } = hostedDocument;
  const ready = await fetch(`${server.url}/readyz`);
  expect<unknown>(await ready.json()).toEqual(
    paths["/readyz"].get.responses["200"].content["application/json"].example,
  );
  const line = paths["/metrics"].get.responses["200"].content["text/plain"].example;
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
  // A new server has a few changes to commit first.
  while (!(await metrics()).split(/(?<=\n)/).includes(line)) {
    await Bun.sleep(10);
  }
});
