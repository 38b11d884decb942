import { keptList } from "../parts/kept-list.ts";

const keptMax = 20;

/** The ids of the actors whose pages a person opened in this browser. */
export const recentActors = keptList("actors", keptMax);
