import { describe } from "bun:test";
import { describeAccessiblePages } from "./accessible-pages.ts";
import { otherPages } from "./page-list.ts";

describe("Pages of audits, telemetry and settings", () => {
  describeAccessiblePages(otherPages);
});
