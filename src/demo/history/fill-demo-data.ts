import { issueSignInLink } from "../../app/commands/sign-in-link-commands.ts";
import { createToken, type NewToken } from "../../app/commands/token-commands.ts";
import { type OpenedData, writerOf } from "../../app/writer/opened-data.ts";
import type { Draft } from "../../core/model/draft.ts";
import { firstOwner } from "../../core/model/first-owner.ts";
import { demoHistory, pastTimeOf } from "./demo-history.ts";
import { demoAuthor } from "./demo-people.ts";

/** What a demo shows once, or uses itself. */
export interface DemoSecrets {
  /** The code of the link that signs in. */
  readonly code: string;
  /** A token of Production that may read and write. */
  readonly token: string;
  /** The token of the simulated application. */
  readonly readToken: string;
}

/**
 * Runs the history of a demo in an empty data directory, with a clock at the times of its commands:
 * features, audits and members are as old as they say. Returns the data after it.
 */
export async function fillDemoData<Opened extends OpenedData>(
  opened: Opened,
  now: number,
): Promise<{ readonly opened: Opened; readonly secrets: DemoSecrets }> {
  const history = demoHistory().map((command, index) => ({
    at: pastTimeOf(command, index, now),
    run: command.run,
  }));
  let clock = history[0]?.at ?? now;
  const failures: unknown[] = [];
  const writer = writerOf(opened, {
    now: () => clock,
    onFailure: (error) => void failures.push(error),
  });
  // All at once, so that they share a commit. The writer asks for the time before each command.
  const past = history.map(({ run }, index) =>
    writer.submit((draft) => {
      run(draft);
      clock = history[index + 1]?.at ?? now;
    }),
  );
  const [secrets] = await Promise.all([writer.submit(createSecrets), ...past]);
  await writer.close();
  if (failures.length > 0) {
    throw new AggregateError(failures, "The example data cannot be created");
  }
  return { opened: { ...opened, state: writer.state, position: writer.position }, secrets };
}

function createSecrets(draft: Draft): DemoSecrets {
  const owner = firstOwner(draft.state);
  const { environment } = demoAuthor(draft, 0);
  const rights: Omit<NewToken, "name" | "access"> = {
    environment,
    managesEnvironments: true,
    ownerId: owner.id,
    isPreview: false,
  };
  const first = createToken(draft, { ...rights, name: "First token", access: "read_and_write" });
  const application = createToken(draft, {
    ...rights,
    managesEnvironments: false,
    name: "Simulated application",
    access: "read_only",
  });
  const { code } = issueSignInLink(draft, owner);
  return { code, token: first.value, readToken: application.value };
}
