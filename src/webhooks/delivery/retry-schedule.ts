/** How often a delivery is attempted; after the last failure the server gives up. */
export const triesMax = 13;

const firstWaitMs = 4_500;
const factor = 2.33;
/** The random part of a wait, so that many endpoints are not tried at once. */
const jitter = 0.1;
const askedWaitMsMax = 3_600_000;
const wholeSeconds = /^\d{1,9}$/;

/**
 * The wait after a number of failures, in milliseconds: less than 5 seconds after the first, then
 * about twice as long each time; 13 attempts take about a day. `random` is from 0 to 1.
 */
export function waitAfter(failures: number, random: number, retryAfter: string | null): number {
  const planned = firstWaitMs * factor ** (failures - 1) * (1 - jitter + 2 * jitter * random);
  return Math.max(planned, askedWait(retryAfter));
}

/** The seconds of the header Retry-After; an endpoint can request an hour at most. */
function askedWait(retryAfter: string | null): number {
  const seconds = wholeSeconds.test(retryAfter ?? "") ? Number(retryAfter) : 0;
  return Math.min(seconds * 1_000, askedWaitMsMax);
}
