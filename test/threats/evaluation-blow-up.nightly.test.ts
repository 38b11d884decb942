import { afterAll, expect, test } from "bun:test";
import { replaceFeatures } from "../helpers/describe-targets.ts";
import { startHosted } from "../helpers/hosted-server.ts";

/** How often a marked operator was evaluated: each evaluation hashes its text. */
let evaluations = 0;
const markedText = "marked operator";
const { manager, newClient, stop } = await startHosted({
  crc32: (bytes, seed) => {
    evaluations += new TextDecoder().decode(bytes) === markedText ? 1 : 0;
    return Bun.hash.crc32(bytes, seed);
  },
});
afterAll(stop);

const asks = (name: unknown) => ({ FeatureEnabled: [name] });
const names = Array.from({ length: 60 }, (_, index) => `f${index}`);
const groupCount = 500;

/** Features that ask for all features, in as many groups of a marked operator and a question. */
function blowUp(question: (name: string) => unknown) {
  const groups = Array.from({ length: groupCount }, (_, index) => ({
    All: [{ PercentageOfActors: [markedText, 100] }, question(names[index % names.length] ?? "")],
  }));
  return Object.fromEntries(names.map((name) => [name, { expression: { Any: groups } }]));
}

const questions: [what: string, question: (name: string) => unknown, evaluatedMax: number][] = [
  ["of each other", asks, 1],
  ["in a negation", (name) => ({ NotEqual: [asks(name), true] }), 2],
  ["by names in properties", (name) => asks({ Property: [name] }), 1],
  ["by names that are answers", (name) => asks({ String: [asks(name)] }), 1],
];

test.each(questions)(
  "no question %s makes one request evaluate an operator more than twice",
  async (_what, question, evaluatedMax) => {
    await replaceFeatures(manager, blowUp(question));
    const reader = await newClient({ access: "read_only" });
    const properties = encodeURIComponent(
      JSON.stringify(Object.fromEntries(names.map((name) => [name, name]))),
    );
    for (const keys of ["", "&keys=f0", `&keys=${names.toReversed().join(",")}`]) {
      evaluations = 0;
      const query = `properties=${properties}${keys}`;
      const [response] = await reader.actors.check("User;1", query);
      expect(response.status).toBe(200);
      expect(evaluations).toBeGreaterThan(0);
      expect(evaluations).toBeLessThanOrEqual(evaluatedMax * names.length * groupCount);
    }
  },
);
