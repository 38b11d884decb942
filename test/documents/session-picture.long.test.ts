import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./document-files.ts";
import { gatehouse, running, shell } from "./running-gatehouse.ts";

const picture = readFileSync(join(repositoryRoot, "docs/pictures/session.svg"), "utf8");
const token = "a-token-for-the-documents";
const exported = { features: { search: { actors: ["User;42"] }, billing: {} } };
const prompt = "$ ";
const times = /\d{4}-\d\d-\d\d \d\d:\d\d/g;

/** Returns the lines of the terminal that the picture shows. */
function shownLines(): readonly string[] {
  return Array.from(picture.matchAll(/<text [^>]*>(.*?)<\/text>/g), ([, line = ""]) =>
    line.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );
}

test("the picture of a terminal shows what its commands print", async () => {
  const commands = shownLines().filter((line) => line.startsWith(prompt));
  expect(commands.length).toBeGreaterThan(3);
  const server = await running(gatehouse("serve", "--port", "0", "--log-level", "error"), {
    GATEHOUSE_TOKEN: token,
  });
  try {
    await Bun.write(join(server.directory, "features.json"), JSON.stringify(exported));
    const printed: string[] = [];
    for (const command of commands) {
      const line = command.slice(prompt.length).replace("curl ", "curl --silent --fail ");
      const out = await shell(line, server.directory, { TOKEN: token, URL: server.url });
      printed.push(command, ...out.trimEnd().split("\n"));
    }
    const timeless = (lines: readonly string[]) => lines.map((line) => line.replace(times, "TIME"));
    expect(timeless(printed)).toEqual(timeless(shownLines()));
  } finally {
    await server.stop();
  }
});

test("the picture is small, and shows the same on light and dark pages", () => {
  expect(picture.length).toBeLessThan(8_000);
  expect(picture).not.toContain("<script");
  // It has a background of its own, and loads nothing.
  expect(picture).toMatch(/<rect width="100%" height="100%" rx="\d+" fill="#[0-9a-f]{6}"/);
  expect(picture.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toContain("http");
});
