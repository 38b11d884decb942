import { Type } from "@sinclair/typebox";

const Message = Type.Object({ text: Type.String({ minLength: 1 }) });
const Level = Type.Union(["none", "note", "warning", "error"].map((word) => Type.Literal(word)));
const fromOne = Type.Integer({ minimum: 1 });
/** What the schema of SARIF 2.1.0 requires of the objects in a report, and its lists of words. */
export const SarifLog = Type.Object({
  $schema: Type.String({ pattern: "^https://" }),
  version: Type.Literal("2.1.0"),
  runs: Type.Array(
    Type.Object({
      tool: Type.Object({
        driver: Type.Object({
          name: Type.String(),
          semanticVersion: Type.String({ pattern: String.raw`^\d+\.\d+\.\d+` }),
          rules: Type.Array(
            Type.Object({
              id: Type.String(),
              name: Type.String({ pattern: String.raw`^\w+$` }),
              shortDescription: Message,
              fullDescription: Message,
              defaultConfiguration: Type.Object({ level: Level }),
            }),
          ),
        }),
      }),
      columnKind: Type.Literal("utf16CodeUnits"),
      results: Type.Array(
        Type.Object({
          ruleId: Type.String(),
          ruleIndex: Type.Integer({ minimum: 0 }),
          level: Level,
          message: Message,
          locations: Type.Array(
            Type.Object({
              physicalLocation: Type.Object({
                artifactLocation: Type.Object({
                  uri: Type.String({ pattern: "^[^\\s|\\\\]+$" }),
                  uriBaseId: Type.String(),
                }),
                region: Type.Object({
                  startLine: fromOne,
                  startColumn: Type.Optional(fromOne),
                  endColumn: Type.Optional(fromOne),
                }),
              }),
            }),
            { minItems: 1 },
          ),
        }),
      ),
    }),
  ),
});
