import type { Static, TSchema } from "@sinclair/typebox";
import type { Arguments } from "../../config/arguments.ts";
import { clientSettings } from "../../config/client-settings.ts";
import { dataLocationOptions } from "../../config/data-location.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { jsonOption, projectOption } from "../options/common-options.ts";
import type { Output, Subcommand } from "../subcommand.ts";
import { type ApiSenders, openTwoTargets, type Target } from "./api-target.ts";
import { layoutOf, printJson, reportFailures } from "./daily-subcommand.ts";
import { releasing } from "./releasing.ts";
import { visibleSenders } from "./visible-senders.ts";

interface TwoPlacesCall {
  readonly given: Arguments;
  readonly output: Output;
  readonly places: readonly [Target, Target];
}

export type TableLayout = ReturnType<typeof layoutOf>;

interface Definition<Answer extends TSchema> extends Omit<Subcommand, "run"> {
  /** The schema of the output of --json. */
  readonly json: Answer;
  /** The slugs of both environments. */
  readonly environments: (given: Arguments) => readonly [string, string];
  /** Resolves with the output of --json. */
  readonly work: (call: TwoPlacesCall) => Promise<Immutable<Static<Answer>>>;
  readonly text: (answer: Immutable<Static<Answer>>, layout: TableLayout) => string;
}

const options = [
  jsonOption,
  projectOption,
  ...dataLocationOptions,
  clientSettings.url,
  clientSettings.token,
  clientSettings.toToken,
  clientSettings.basicAuth,
];

/** A command with two environments; see `dailySubcommand` for one. */
export function twoTargetsSubcommand<Answer extends TSchema>(
  senders: ApiSenders,
  { work, text, environments, ...command }: Definition<Answer>,
): Subcommand {
  return {
    ...command,
    options: [...command.options, ...options],
    run: ({ given, output }) =>
      reportFailures({ given, output }, 1, async () => {
        const visible = visibleSenders(senders, given, output);
        const places = await openTwoTargets(given, visible, environments(given));
        const answer = await releasing(places, () => work({ given, output, places }));
        if (given.valueOf(jsonOption)) {
          printJson(output, answer);
        } else {
          output.out(text(answer, layoutOf(output)));
        }
        return 0;
      }),
  };
}
