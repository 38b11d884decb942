import { useEffect, useRef } from "react";

/** What a page can do for the palette, because the dialog or the field for it is on the page. */
export type PageCommand =
  | "addActors"
  | "describe"
  | "percentage"
  | "review"
  | "rollOut"
  | "turnOff";
type Commands = Readonly<Partial<Record<PageCommand, () => void>>>;

const registered = new Set<() => Commands>();

/** Offers commands while the component is on the page. */
export function usePageCommands(commands: Commands): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const own = () => latest.current;
    registered.add(own);
    return () => void registered.delete(own);
  }, []);
}

export function pageCommand(name: PageCommand): (() => void) | undefined {
  return [...registered].map((commands) => commands()[name]).find((run) => run !== undefined);
}
