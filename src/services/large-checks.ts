import { OneAtATime } from "../event-loop/one-at-a-time.ts";

/** Of the checks of large environments one runs at a time, as each takes memory for its features. */
export const largeChecks = new OneAtATime();
