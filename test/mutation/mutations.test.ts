import { expect, test } from "bun:test";
import { join } from "node:path";
import { mutationsOf } from "./mutation-list.ts";

const root = join(import.meta.dir, "../..");

test("each mutation changes one place of its file", async () => {
  const wrong = await Promise.all(
    mutationsOf("all").map(async ({ threat, file, from }) => {
      const text = await Bun.file(join(root, file)).text();
      const places = text.split(from).length - 1;
      return places === 1 ? [] : [`${threat}: ${places} places in ${file}`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
});
