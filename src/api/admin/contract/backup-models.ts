import { type Static, Type } from "@sinclair/typebox";
import { exactFields, listOf, Time } from "./shared-models.ts";

export const BackupRow = Type.Object(
  {
    file: Type.String(),
    bytes: Type.Integer({ minimum: 0 }),
    createdAt: Time,
  },
  { $id: "BackupRow" },
);
export type BackupRow = Static<typeof BackupRow>;

export const BackupList = Type.Object(
  {
    schedule: Type.Union(
      [
        Type.Object({
          directory: Type.String(),
          everyHours: Type.Number(),
          keep: Type.Integer({ description: "How many backups the server keeps." }),
        }),
        Type.Null(),
      ],
      { description: "Null if no backups are scheduled." },
    ),
    backups: listOf(BackupRow),
    isRunning: Type.Boolean({ description: "Whether the server creates a backup now." }),
  },
  { $id: "BackupList" },
);

export const NewBackup = Type.Object({}, { ...exactFields, $id: "NewBackup" });

export const StartedBackup = Type.Object({ started: Type.Literal(true) }, { $id: "StartedBackup" });

export const BackupPath = Type.Object({
  file: Type.String({ description: "The name of the backup's file." }),
});
