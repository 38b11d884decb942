import { acceptsGzip } from "./negotiation.ts";

const refusedWeight = /^q=0(?:\.0*)?$/;

/** Whether an Accept-Encoding header names a coding (RFC 9110, section 12.5.3). */
export function acceptsCoding(header: string | null, coding: "br" | "gzip"): boolean {
  if (coding === "gzip") {
    return acceptsGzip(header);
  }
  return (header ?? "").split(",").some((item) => {
    const [name = "", weight = ""] = item.split(";");
    return name.trim().toLowerCase() === coding && !refusedWeight.test(weight.trim());
  });
}
