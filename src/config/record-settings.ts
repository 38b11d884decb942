import { optionalOption } from "./option.ts";
import { parseFilePath } from "./value-parsers.ts";

/** The settings for the record of audits and acts. */
export const recordSettings = {
  auditCheckpointFile: optionalOption({
    flag: "audit-checkpoint-file",
    variable: "GATEHOUSE_AUDIT_CHECKPOINT_FILE",
    placeholder: "FILE",
    description:
      "A file to which the server adds each signed checkpoint of the audits and acts. Keep it outside " +
      "of the data directory, where nobody who can change the database can change it.",
    completion: "files",
    parse: parseFilePath,
  }),
};
