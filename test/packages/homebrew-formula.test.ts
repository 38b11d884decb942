import { expect, test } from "bun:test";
import { homebrewFormula } from "../../packaging/homebrew-formula.ts";
import { repositoryUrl } from "../../packaging/repository-address.ts";

const targets = ["darwin-x64", "darwin-arm64", "linux-x64", "linux-arm64"];
const names = targets.map((target) => `gatehouse-1.2.3-${target}.tar.gz`);
const sums = names.map((name, index) => `${String(index).repeat(64)}  ${name}\n`);

test("the formula names the archive of each system with its sum", () => {
  const formula = homebrewFormula("1.2.3", sums.join(""));
  for (const [index, name] of names.entries()) {
    expect(formula).toContain(
      `url "${repositoryUrl}/releases/download/v1.2.3/${name}"\n      sha256 "${String(index).repeat(64)}"\n`,
    );
  }
  expect(formula.match(/^ *url /gm)?.length).toBe(4);
});

test("a release without one of the archives has no formula", () => {
  expect(() => homebrewFormula("1.2.3", sums.slice(1).join(""))).toThrow(names[0]);
});
