import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";
import { documentBlocks } from "./document-blocks.ts";
import { gatehouse, running, shell } from "./running-gatehouse.ts";

const blocks = documentBlocks().filter(({ test: kind }) => kind === "cluster");
const feature = `gatehouse import - <<'JSON'\n{"features":{"search":{}}}\nJSON\n`;

/** What the last line of a block has made. */
const seen = [
  ["database import", /^ *features +1$/m],
  ["database restored", /all servers reload their data/],
  ["database migrate --print", /read from the shared database/],
] as const;

describe.skipIf(isPostgresMissing)("the commands of documents on a shared database", () => {
  test.each(blocks.map(({ document, text }) => [`${document}: ${text}`, text] as const))(
    "%s",
    async (_, text) => {
      using directory = new TemporaryDirectory();
      const url = await database();
      await Bun.write(join(directory.path, "database-url"), `${url}\n`);
      const place = text.includes("database import")
        ? { GATEHOUSE_DATA: join(directory.path, "data") }
        : { GATEHOUSE_DATABASE: url };
      const words = ["serve", "--port", "0", "--log-level", "error"];
      const server = await running(gatehouse(...words), place);
      await server.stop();
      await shell(feature, directory.path, place);
      const out = await shell(text, directory.path);
      const expected = seen.filter(([command]) => text.includes(command));
      expect(expected.length).toBeGreaterThan(0);
      for (const [, pattern] of expected) {
        expect(out).toMatch(pattern);
      }
      if (text.includes("gatehouse restore ")) {
        expect(await shell("gatehouse export --data ./restored", directory.path)).toContain(
          "search",
        );
      }
    },
    180_000,
  );
});
