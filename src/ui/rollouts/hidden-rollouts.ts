import { keptList } from "../parts/kept-list.ts";

const max = 100;

/** The ended rollouts that a person does not want to see on the pages of features any more. */
export const hiddenRollouts = keptList("hidden-rollouts", max);
