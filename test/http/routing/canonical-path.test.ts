import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { featurePaths } from "../../../src/api/flipper/feature-paths.ts";
import { canonicalPath as canonicalPathOf } from "../../../src/http/routing/canonical-path.ts";
import { anyString, anyText, specialText } from "../request/arbitraries.ts";
import { refusalOf } from "../request/refusal-of.ts";

const canonicalPath = (path: string) => canonicalPathOf(path, featurePaths);

const actions = [
  "boolean",
  "expression",
  "groups",
  "actors",
  "percentage_of_actors",
  "percentage_of_time",
  "clear",
];

describe("canonicalPath", () => {
  test.each([
    "/",
    "/features",
    "/features/search",
    "/features/search/boolean",
    "/features/boolean",
    "/features/clear",
    "/features/a%2Fb",
    "/features/x%2Fclear",
    "/features/x%2Fclear/clear",
    "/features/%2F",
    "/features/pl+us",
    "/features/__proto__",
    "/features/..",
    "/featuresx/a/b",
    "/actors",
    "/actors/User;1",
    "/actors/User%3B1",
    "/actors/boolean",
    "/environments",
    "/environments/",
    "/environments/5",
    "/environments//5",
    "/audits",
    "/audits/",
    "/telemetry/summary",
    "/import",
    "/unknown/a/b",
    "features/a/b",
    "dapter/features",
  ])("does not change %s", (path) => {
    expect(canonicalPath(path)).toBe(path);
  });

  test.each([
    ["", "/"],
    ["//", "/"],
    ["//features", "/features"],
    ["////features/search", "/features/search"],
    ["/features/", "/features"],
    ["//features/", "/features"],
    ["/features//", "/features/%2F"],
    ["/features/a/b", "/features/a%2Fb"],
    ["/features/a/b/clear", "/features/a%2Fb/clear"],
    ["/features/x/", "/features/x%2F"],
    ["/features//x", "/features/%2Fx"],
    ["/features//x/boolean", "/features/%2Fx/boolean"],
    ["/features/x//boolean", "/features/x%2F/boolean"],
    ["/features/x/clear/clear", "/features/x%2Fclear/clear"],
    ["/features/x/clear/", "/features/x%2Fclear%2F"],
    ["/features/x/clear/y", "/features/x%2Fclear%2Fy"],
    ["/features/x/Clear", "/features/x%2FClear"],
    ["/features/x/clear%20", "/features/x%2Fclear%20"],
    ["/features/x/cle%61r", "/features/x%2Fcle%61r"],
    ["/features/a%2Fb/c", "/features/a%2Fb%2Fc"],
    ["/actors/a/b", "/actors/a%2Fb"],
    ["/actors/User;1/", "/actors/User;1%2F"],
    ["/actors//", "/actors/%2F"],
    ["/actors/User;1/boolean", "/actors/User;1%2Fboolean"],
  ])("changes %s to %s", (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
  });

  test.each(actions)("recognizes the action %s", (action) => {
    expect(canonicalPath(`/features/a/b/${action}`)).toBe(`/features/a%2Fb/${action}`);
    expect(refusalOf(() => canonicalPath(`/features//${action}`))).toBe("feature_name_missing");
  });

  test.each([
    ["/actors/", "flipper_id_missing"],
    ["//actors/", "flipper_id_missing"],
    ["/features/%", "request_invalid"],
    ["/features/%zz/boolean", "request_invalid"],
    ["/features/%ff", "request_invalid"],
    ["/actors/%C0%AF", "request_invalid"],
    ["/audits%", "request_invalid"],
    ["/unknown/%E2%82", "request_invalid"],
    ["/features/%//boolean", "request_invalid"],
    ["/features/\uD800", "request_invalid"],
  ] as const)("refuses %s", (path, refusal) => {
    expect(refusalOf(() => canonicalPath(path))).toBe(refusal);
  });

  const anyPath = fc.oneof(
    anyString,
    fc
      .tuple(
        fc.constantFrom("", "/", "//", "/features/", "//features/", "/actors/"),
        fc.oneof(specialText, anyString),
        fc.constantFrom("", "/", ...actions.map((action) => `/${action}`)),
      )
      .map((parts) => parts.join("")),
  );

  test("returns a path or refuses, and does not change its own result", () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        let canonical: string | undefined;
        const refusal = refusalOf(() => {
          canonical = canonicalPath(path);
        });
        expect(["none", "request_invalid", "feature_name_missing", "flipper_id_missing"]).toContain(
          refusal,
        );
        if (canonical !== undefined) {
          expect(canonicalPath(canonical)).toBe(canonical);
        }
      }),
    );
  });

  const anyName = fc
    .oneof(anyText, specialText, fc.constantFrom("x/clear", "/boolean", "a/b/", "//", "%2F", "+"))
    .filter((name) => name !== "");

  test("keeps an encoded name in one segment that decodes to the name", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const [empty, features, segment, ...rest] = canonicalPath(
          `/features/${encodeURIComponent(name)}`,
        ).split("/");
        expect([empty, features, rest]).toEqual(["", "features", []]);
        expect(decodeURIComponent(segment ?? "")).toBe(name);
      }),
    );
  });

  test("returns the same path for a name with encoded and with plain slashes", () => {
    fc.assert(
      fc.property(anyName, fc.constantFrom(...actions), (name, action) => {
        const encoded = encodeURIComponent(name);
        const withSlashes = encoded.replaceAll("%2F", "/");
        expect(canonicalPath(`/features/${withSlashes}/${action}`)).toBe(
          canonicalPath(`/features/${encoded}/${action}`),
        );
        expect(canonicalPath(`/actors/${withSlashes}`)).toBe(canonicalPath(`/actors/${encoded}`));
      }),
    );
  });
});
