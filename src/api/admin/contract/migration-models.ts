import { type Static, Type } from "@sinclair/typebox";
import { changeMember } from "./reason-models.ts";
import { exactFields, listOf, Time, textUpTo } from "./shared-models.ts";

const waiting = {
  appName: Type.Union([Type.String(), Type.Null()], {
    description: "The sender's name of its application; null if it has no name.",
  }),
  sender: Type.String({ description: "The address of the sender, or its network." }),
  featureCount: Type.Integer({ minimum: 0 }),
  receivedAt: Time,
  expiresAt: Type.Integer({
    description: "When the server deletes it, in milliseconds since 1970-01-01T00:00:00Z.",
  }),
};

export const WaitingMigration = Type.Object(waiting, { $id: "WaitingMigration" });
export type WaitingMigration = Static<typeof WaitingMigration>;

export const ListedMigration = Type.Object(
  {
    id: Type.String({ description: "Names it in the list; gives no access to the export." }),
    ...waiting,
  },
  { $id: "ListedMigration" },
);

export const MigrationList = Type.Object(
  { migrations: listOf(ListedMigration) },
  { $id: "MigrationList" },
);

export const RemovedMigration = Type.Object({}, { ...exactFields, $id: "RemovedMigration" });

const code = Type.String({
  minLength: 1,
  maxLength: 100,
  description: "The code in the link that `flipper cloud migrate` printed.",
});

export const MigrationCode = Type.Object({ code }, { ...exactFields, $id: "MigrationCode" });

export const MigrationTarget = Type.Object(
  { code, typed: Type.Optional(textUpTo(1_000)), ...changeMember },
  { ...exactFields, $id: "MigrationTarget" },
);

export const MigrationPath = Type.Object({
  migration: Type.String({ description: "The id of the migration in the list." }),
});
