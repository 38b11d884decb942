import { type Static, Type } from "@sinclair/typebox";
import { stepCursorLengthMax } from "../../../app/services/project-step-cursor.ts";
import { environmentStates } from "../../../core/model/environment-state-names.ts";
import { AuditFilter, StepQuery, StepRow } from "./audit-models.ts";
import { answeredReason } from "./reason-models.ts";
import { environmentText, exactFields, Id, listOf, oneOf } from "./shared-models.ts";

const Count = Type.Integer({ minimum: 0 });
const { before: _before, ...auditFilters } = AuditFilter.properties;

export const ProjectStepRow = Type.Object(
  {
    environment: Type.Object({
      id: Id,
      name: Type.String(),
      slug: Type.String(),
      state: oneOf(environmentStates),
    }),
    ...StepRow.properties,
    ...answeredReason,
  },
  { $id: "ProjectStepRow" },
);
export type ProjectStepRow = Static<typeof ProjectStepRow>;

export const ProjectStepPage = Type.Object(
  {
    steps: listOf(ProjectStepRow),
    next: Type.Union([Type.String(), Type.Null()], {
      description: "The `before` of the next page, which may have no steps; null at the end.",
    }),
    stepCount: Type.Union([Count, Type.Null()], {
      description: "How many steps match; null if there is more than one page.",
    }),
    auditCount: Type.Union([Count, Type.Null()], {
      description: "How many audits the steps have; null if there is more than one page.",
    }),
  },
  { $id: "ProjectStepPage" },
);

export const ProjectStepQuery = Type.Object(
  {
    environment: Type.Optional(environmentText("Only steps of this environment, as in a path.")),
    ...auditFilters,
    before: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: stepCursorLengthMax,
        description: "The `next` of the page before, with the same filter.",
      }),
    ),
  },
  exactFields,
);
export type ProjectStepQuery = Static<typeof ProjectStepQuery>;

const MembersAt = Type.Object({
  count: Count,
  first: listOf(Type.String(), {
    description: "The first members; those that the step added or removed come first.",
  }),
});

const GatesAt = Type.Object({
  kind: oneOf(["missing", "mirrored", "own"]),
  gates: Type.Union([
    Type.Object({
      boolean: Type.Boolean(),
      expression: Type.Union([Type.String(), Type.Null()], { description: "As JSON text." }),
      percentageOfActors: Type.Number(),
      percentageOfTime: Type.Number(),
      actors: MembersAt,
      groups: MembersAt,
    }),
    Type.Null(),
  ]),
});
export type GatesAt = Static<typeof GatesAt>;

/** The gates of one feature around a step. */
export const GatesAroundStep = Type.Object(
  { before: GatesAt, after: GatesAt },
  { $id: "GatesAroundStep" },
);
export type GatesAroundStep = Static<typeof GatesAroundStep>;

export const GatesAroundStepQuery = Type.Object(
  {
    key: StepQuery.properties.key,
    members: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: "How many members of each gate to list at most; 3 unless sent.",
      }),
    ),
  },
  exactFields,
);

export const AuditExportQuery = Type.Object(
  {
    format: oneOf(["csv", "jsonl"]),
    environment: Type.Optional(environmentText("Only audits of this environment, as in a path.")),
    ...auditFilters,
  },
  exactFields,
);
