/** Parses a text in Prometheus' format: values by name and labels as written. */
export function samplesOf(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) {
      continue;
    }
    const space = line.lastIndexOf(" ");
    const series = line.slice(0, space);
    if (samples.has(series)) {
      throw new Error(`${series} occurs twice`);
    }
    samples.set(series, Number(line.slice(space + 1)));
  }
  return samples;
}
