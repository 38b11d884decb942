import type { BundledPackage } from "./bundled-packages.ts";

const rule = "-".repeat(78);

/** The licenses of bundled packages, which copies of their code must include. */
export function thirdPartyNotices(
  packages: readonly BundledPackage[],
  copy = "This package",
): string {
  const sections = packages.map(
    ({ name, version, license, notices }) =>
      `${rule}\n${name} ${version} (${license})\n\n${notices.trim()}\n`,
  );
  return `${copy} contains code of these packages:\n\n${sections.join("\n")}`;
}
