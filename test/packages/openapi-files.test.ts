import { expect, test } from "bun:test";
import { join } from "node:path";
import {
  type DocumentMode,
  documentFiles,
  servedDocument,
  sourceCommand,
} from "../../packaging/served-document.ts";

const built = process.env.TESTED_PROGRAM ?? process.env.GATEHOUSE_EXECUTABLE;
const command = built === undefined ? sourceCommand : [built];

test.each(Object.keys(documentFiles) as DocumentMode[])(
  "the document of the %s deployment in docs/ is the one that is served: see make openapi",
  async (mode) => {
    const file = Bun.file(join(import.meta.dir, "../..", documentFiles[mode]));
    expect(await servedDocument(command, mode)).toBe(await file.text());
  },
);
