import { expect, test } from "bun:test";
import { createLifelikeData } from "./lifelike-data.ts";
import { accessibilityProblems } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

/** Checks pages with axe: each is opened once, and its colours are those of the system. */
export function describeAccessiblePages(paths: readonly string[]): void {
  const suite = uiSuite({ prepare: createLifelikeData, expectedErrors: ["404", "401"] });

  async function expectNothingFound(name: string): Promise<void> {
    for (const colorScheme of ["light", "dark"] as const) {
      await suite.page.emulateMedia({ colorScheme });
      const found = await accessibilityProblems(suite.page, colorScheme);
      expect([name, colorScheme, found]).toEqual([name, colorScheme, []]);
    }
  }

  test("axe finds nothing in light and dark colours", async () => {
    for (const path of paths) {
      await suite.open(path);
      await expectNothingFound(path);
    }
  }, 180_000);

  test("axe finds nothing on the page to sign in", async () => {
    await suite.page.context().clearCookies();
    await suite.page.goto(suite.server.url);
    await suite.page.getByLabel("E-mail").waitFor();
    await expectNothingFound("sign-in");
  });
}
