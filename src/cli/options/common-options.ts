import { type Completion, type Option, optionalOption, switchOption } from "../../config/option.ts";
import { settings } from "../../config/settings.ts";
import { parseKnown } from "./name-parsers.ts";

export const dataOption = settings.data;

/** A query drops an empty name, which would then mean the first project. */
export const projectOption = optionalOption({
  flag: "project",
  placeholder: "NAME",
  description: "The name of the project; the first project unless given.",
  parse: parseKnown,
});

export const jsonOption = switchOption({ flag: "json", description: "Prints JSON, for scripts." });

interface TextOption {
  readonly flag: string;
  readonly short?: string;
  readonly placeholder: string;
  readonly description: string;
  readonly completion?: Completion;
}

/** An option whose value the server validates. */
export function textOption(definition: TextOption): Option<string | undefined> {
  return optionalOption({ ...definition, parse: (value) => ({ value }) });
}
