import { useEffect, useRef } from "react";

/** A command of the palette whose dialog or field is on the page. */
export type PageCommand =
  | "addActors"
  | "describe"
  | "percentage"
  | "review"
  | "rollOut"
  | "turnOff";
type Commands = Readonly<Partial<Record<PageCommand, () => void>>>;

/** Functions that return the commands of a mounted component, as of its latest rendering. */
const registered = new Set<() => Commands>();

/** Offers commands to the palette while the component is mounted. */
export function usePageCommands(commands: Commands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const latestCommands = () => latest.current;
    registered.add(latestCommands);
    return () => void registered.delete(latestCommands);
  }, []);
}

/** The function that runs a command; undefined if no mounted component offers it. */
export function pageCommand(name: PageCommand): (() => void) | undefined {
  return [...registered]
    .map((latestCommands) => latestCommands()[name])
    .find((run) => run !== undefined);
}
