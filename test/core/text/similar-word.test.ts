import { expect, test } from "bun:test";
import { similarWord } from "../../../src/core/text/similar-word.ts";

const commands = ["serve", "health", "token", "environment", "export", "import", "plan", "list"];

test.each([
  ["serv", "serve"],
  ["sevre", "serve"],
  ["ServE", "serve"],
  ["tokens", "token"],
  ["lsit", "list"],
  ["imort", "import"],
  ["expot", "export"],
  ["enviroment", "environment"],
  ["env", "environment"],
  ["enviornmnet", "environment"],
])("%s is meant as %s", (word, meant) => {
  expect(similarWord(word, commands)).toBe(meant);
});

test.each(["", "x", "delete", "plain text", "日本", "toplist", "p", "e".repeat(10_000)])(
  "%s is similar to nothing",
  (word) => {
    expect(similarWord(word, commands)).toBeUndefined();
  },
);

test("the most similar word is chosen, and of equally similar ones the first", () => {
  expect(similarWord("backup", ["backup-every", "backup-keep", "backups"])).toBe("backups");
  expect(similarWord("pot", ["post", "port"])).toBe("post");
  expect(similarWord("a", [])).toBeUndefined();
});
