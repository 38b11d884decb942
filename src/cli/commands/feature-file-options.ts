import { switchOption } from "../../config/option.ts";
import { textOption } from "../options/common-options.ts";

export const featureFile = {
  placeholder: "FILE",
  description: "A file of features, as YAML; - for the standard input.",
  completion: "files" as const,
};

export const pruneOption = switchOption({
  flag: "prune",
  description: "Deletes features with the tag of the file's scope that the file does not list.",
});

export const exitCodeOption = switchOption({
  flag: "exit-code",
  description: "Exits with code 3 if there are changes.",
});

export const markdownOption = switchOption({
  flag: "markdown",
  description: "Prints the plan as Markdown, for a comment.",
});

export const outOption = textOption({
  flag: "out",
  placeholder: "PLAN",
  description: "Also writes the plan to this file, for gatehouse apply --plan.",
  completion: "files",
});

export const planOption = textOption({
  flag: "plan",
  placeholder: "PLAN",
  description: "Applies this plan, unless a feature of it has changed since; instead of FILE.",
  completion: "files",
});

export const forceOption = switchOption({
  flag: "force",
  description: "With --prune, also deletes features that were checked in the last 7 days.",
});

export const tagOption = textOption({
  flag: "tag",
  placeholder: "TAG",
  description: "Only features with this tag; it becomes the scope of a new file.",
});
