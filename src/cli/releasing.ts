import type { Place } from "./api-place.ts";

/** Works with places, and releases what their requests opened. */
export async function releasing<Answer>(
  places: readonly Pick<Place, "release">[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } finally {
    await Promise.all(places.map((place) => place.release()));
  }
}
