import type { Services } from "../app/services/services.ts";
import { readRestoredNote, removeRestoredNote } from "../storage/backup/restored-note.ts";
import type { StorageReads } from "../storage/storage.ts";

/**
 * Records that the data of a directory is from a backup, with the ends of its chains: checkpoints
 * that were signed after the backup are then explained.
 */
export async function recordRestore(
  directory: string,
  { writer }: Pick<Services, "writer">,
  reads: StorageReads,
): Promise<void> {
  const note = readRestoredNote(directory);
  if (note === undefined) {
    return;
  }
  const { acts, environments } = await reads.chainEnds();
  await writer.submit((draft) => {
    draft.recordAct({
      kind: "installation.restored",
      details: {
        backup: note.createdAt,
        databases: { ...note.databases },
        acts: { ...acts },
        environments: environments.map(({ environment, sequence, hash }) => ({
          ...{ environment, sequence, hash },
        })),
      },
    });
  });
  removeRestoredNote(directory);
}
