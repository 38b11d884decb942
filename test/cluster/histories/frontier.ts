interface Sighting<Source> {
  readonly time: number;
  readonly position: number;
  readonly source: Source;
}

/** The highest position of a log that was known before a time. */
export class Frontier<Source> {
  readonly #sightings: Sighting<Source>[] = [];
  /** By time, with only those that are higher than all before. */
  #steps: Sighting<Source>[] | null = null;

  /** At this time the position was known. */
  add(time: number, position: number, source: Source): void {
    this.#sightings.push({ time, position, source });
    this.#steps = null;
  }

  /** The highest position that was known earlier than the time, and its source. */
  before(time: number): Sighting<Source> | undefined {
    this.#steps ??= stepsOf(this.#sightings);
    const steps = this.#steps;
    let low = 0;
    let high = steps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((steps[middle]?.time ?? 0) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return steps[low - 1];
  }
}

function stepsOf<Source>(sightings: readonly Sighting<Source>[]): Sighting<Source>[] {
  const steps: Sighting<Source>[] = [];
  let highest = Number.NEGATIVE_INFINITY;
  for (const sighting of sightings.toSorted((left, right) => left.time - right.time)) {
    if (sighting.position > highest) {
      highest = sighting.position;
      steps.push(sighting);
    }
  }
  return steps;
}
