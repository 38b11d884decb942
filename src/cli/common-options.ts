import { type Completion, type Option, optionalOption, switchOption } from "../config/option.ts";
import { settings } from "../config/settings.ts";

export const dataOption = settings.data;

export const projectOption = textOption({
  flag: "project",
  placeholder: "NAME",
  description: "The name of the project; the first project unless given.",
});

export const jsonOption = switchOption({ flag: "json", description: "Prints JSON, for scripts." });

interface TextOption {
  readonly flag: string;
  readonly short?: string;
  readonly placeholder: string;
  readonly description: string;
  readonly completion?: Completion;
}

/** An option whose value the server judges. */
export function textOption(definition: TextOption): Option<string | undefined> {
  return optionalOption({ ...definition, parse: (value) => ({ value }) });
}
