import type { Attack } from "./attack.ts";
import { bulkImports } from "./bulk-imports.ts";
import { dearAttacks } from "./dear-attacks.ts";
import { fullLists } from "./full-lists.ts";
import { heldConnections } from "./held-connections.ts";
import { idleUploads } from "./idle-uploads.ts";
import { largeGates } from "./large-gates.ts";
import { legalImports } from "./legal-imports.ts";
import { metricsScrapes } from "./metrics-scrapes.ts";
import { nestedFeatures } from "./nested-features.ts";
import { previewImports } from "./preview-imports.ts";
import { repeatedKeys } from "./repeated-keys.ts";
import { slowDisk } from "./slow-disk.ts";

/** All attacks of `make bench-hostile`, in their order. */
export function playedAttacks(): readonly Attack[] {
  return [
    ...largeGates,
    ...repeatedKeys(),
    nestedFeatures,
    ...fullLists(),
    ...metricsScrapes,
    idleUploads,
    heldConnections,
    slowDisk(),
    ...legalImports,
    previewImports,
    ...bulkImports,
    ...dearAttacks,
  ];
}
