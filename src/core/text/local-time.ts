/** The instant of a local time. */
export interface InstantOfLocalTime {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** `skipped` if clocks never show the time, `repeated` if they show it twice; null otherwise. */
  readonly note: "skipped" | "repeated" | null;
}

/** TypeScript has no types of `Temporal` yet. */
declare const Temporal: {
  readonly PlainDateTime: {
    from(text: string, options: { readonly overflow: "reject" }): PlainDateTime;
  };
};

interface PlainDateTime {
  equals(other: PlainDateTime): boolean;
  toZonedDateTime(
    zone: string,
    options: { readonly disambiguation: "compatible" | "later" },
  ): { readonly epochMilliseconds: number; toPlainDateTime(): PlainDateTime };
}

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/**
 * The instant of a local time such as `2027-03-28T09:00` in an IANA zone: the later one for a skipped
 * time, and the first one for a repeated time. Null for a text that is no time, or an unknown zone.
 */
export function instantOf(local: string, zone: string): InstantOfLocalTime | null {
  if (!localTime.test(local)) {
    return null;
  }
  try {
    const plain = Temporal.PlainDateTime.from(local, { overflow: "reject" });
    const chosen = plain.toZonedDateTime(zone, { disambiguation: "compatible" });
    const later = plain.toZonedDateTime(zone, { disambiguation: "later" });
    const at = chosen.epochMilliseconds;
    if (!chosen.toPlainDateTime().equals(plain)) {
      return { at, note: "skipped" };
    }
    return { at, note: later.epochMilliseconds === at ? null : "repeated" };
  } catch (error) {
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

/** Whether a text is a time zone, such as `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
  return instantOf("2000-01-01T00:00", zone) !== null;
}
