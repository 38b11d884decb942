import type { Peer } from "./peer-import.ts";

/** The systems whose documents can be imported, by their names in `--from`. */
export const peers: ReadonlyMap<string, Peer> = new Map<string, Peer>([]);
