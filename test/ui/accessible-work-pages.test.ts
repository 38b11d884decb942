import { describe } from "bun:test";
import { describeAccessiblePages } from "./accessible-pages.ts";
import { workPages } from "./page-list.ts";

describe("Pages of features and environments", () => {
  describeAccessiblePages(workPages);
});
