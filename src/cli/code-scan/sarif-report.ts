import { quote } from "../../core/text/quote.ts";
import { gatehouseVersion } from "../../core/version.ts";
import { type CodeReport, type Location, staleIn } from "./code-report.ts";

const rules = [
  {
    id: "GH001",
    name: "UnknownFeature",
    shortDescription: { text: "The code uses a key without a feature." },
    fullDescription: {
      text: "A check of an unknown feature is always disabled. Create the feature or correct the key.",
    },
    defaultConfiguration: { level: "error" },
  },
  {
    id: "GH002",
    name: "StaleFeature",
    shortDescription: { text: "The code still uses a feature that looks finished." },
    fullDescription: {
      text: "The result of the feature no longer changes. Remove the check, and then the feature.",
    },
    defaultConfiguration: { level: "warning" },
  },
  {
    id: "GH003",
    name: "UnusedFeature",
    shortDescription: { text: "The code does not use a feature." },
    fullDescription: {
      text: "No call in the scanned code has the key of the feature. Delete the feature if no other code uses it.",
    },
    defaultConfiguration: { level: "note" },
  },
] as const;

type RuleId = (typeof rules)[number]["id"];

/** The report in SARIF 2.1.0, for code scanning. */
export function sarifReport({ unknown, used, unused }: CodeReport): unknown {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "gatehouse", semanticVersion: gatehouseVersion, rules } },
        columnKind: "utf16CodeUnits",
        results: [
          ...unknown.flatMap(({ key, similar, locations }) => {
            const meant = similar === null ? "" : `; did you mean ${quote(similar)}?`;
            return atEach("GH001", `There is no feature ${quote(key)}${meant}`, locations);
          }),
          ...staleIn(used).flatMap(({ key, locations }) =>
            atEach("GH002", `The feature ${quote(key)} looks finished`, locations),
          ),
          ...unused.map(({ key }) => unusedResult(key)),
        ],
      },
    ],
  };
}

function atEach(ruleId: RuleId, text: string, locations: readonly Location[]) {
  return locations.map((location) => ({
    ...resultOf(ruleId, text),
    locations: [{ physicalLocation: physicalLocation(location) }],
  }));
}

function resultOf(ruleId: RuleId, text: string) {
  const ruleIndex = rules.findIndex(({ id }) => id === ruleId);
  const { level } = (rules[ruleIndex] ?? rules[0]).defaultConfiguration;
  return { ruleId, ruleIndex, level, message: { text } };
}

function physicalLocation({ file, line, column, end_column: endColumn }: Location) {
  return {
    artifactLocation: { uri: uriOf(file), uriBaseId: "%SRCROOT%" },
    region: { startLine: line, startColumn: column, endColumn },
  };
}

/** Viewers require a file, and no file uses the feature. */
function unusedResult(key: string) {
  return {
    ...resultOf("GH003", `The code does not use the feature ${quote(key)}`),
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "gatehouse.yaml", uriBaseId: "%SRCROOT%" },
          region: { startLine: 1 },
        },
        logicalLocations: [{ name: key, kind: "feature" }],
      },
    ],
  };
}

function uriOf(file: string): string {
  return file
    .split("/")
    .map((name) => encodeURIComponent(name.toWellFormed()))
    .join("/");
}
