import { join } from "node:path";

export const packagingDirectory = join(import.meta.dir, "../../packaging");

export interface Instruction {
  readonly name: string;
  /** The text after the name and the `--flags`, in one line. */
  readonly text: string;
  readonly flags: Readonly<Record<string, string>>;
}

/** The instructions of packaging/Dockerfile, a list for each stage. */
export async function dockerfileStages(): Promise<readonly (readonly Instruction[])[]> {
  const text = await Bun.file(join(packagingDirectory, "Dockerfile")).text();
  const lines = text
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\s*\\\n\s*/g, " ")
    .split("\n");
  const stages: Instruction[][] = [];
  for (const line of lines.filter((each) => each !== "")) {
    const instruction = instructionOf(line);
    if (instruction.name === "FROM") {
      stages.push([]);
    }
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** The text of the only instruction of that name. */
export function only(stage: readonly Instruction[], name: string): string {
  const [found, another] = stage.filter((instruction) => instruction.name === name);
  if (found === undefined || another !== undefined) {
    throw new Error(`There must be one ${name}`);
  }
  return found.text;
}

/** The variables that a stage sets. */
export function variables(stage: readonly Instruction[]): Readonly<Record<string, string>> {
  const pairs = only(stage, "ENV").matchAll(/(?<name>\w+)=(?<value>\S+)/g);
  return Object.fromEntries(
    Array.from(pairs, ({ groups }) => [groups?.name ?? "", groups?.value ?? ""]),
  );
}

/** The words of an instruction in JSON form. */
export function numbersOf(text: string): readonly string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf("[")));
  return Array.isArray(words) ? words.map(String) : [];
}

function instructionOf(line: string): Instruction {
  const [name = "", ...words] = line.split(" ");
  const count = words.findIndex((word) => !word.startsWith("--"));
  const flags = words.slice(0, count).map((word) => word.slice(2).split("="));
  return {
    name,
    text: words.slice(count).join(" "),
    flags: Object.fromEntries(flags.map(([flag = "", value = ""]) => [flag, value])),
  };
}
