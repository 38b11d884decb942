import type { Target } from "./api-target.ts";

/** Works with targets, and then releases what their requests opened. */
export async function releasing<Answer>(
  places: readonly Pick<Target, "release">[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } finally {
    await Promise.all(places.map((place) => place.release()));
  }
}
