import { keptList } from "../parts/kept-list.ts";

const keptMax = 20;

/** The ids of the entries that a person chose in this browser. */
export const recentEntries = keptList("palette", keptMax);
