import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  mergeParameters,
  parseBody,
  parseJsonBody,
  parseQuery,
} from "../../../src/http/request/parse-parameters.ts";
import { anyString, anyText, specialText } from "./arbitraries.ts";
import { refusalOf } from "./refusal-of.ts";

const formType = "application/x-www-form-urlencoded";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

describe("parseBody", () => {
  test.each([
    ["application/json", '{"name":"a b"}'],
    ["Application/JSON; charset=utf-8", '{"name":"a b"}'],
    ["application/vnd.api+json", '{"name":"a b"}'],
    [formType, "name=a+b"],
    [`${formType}; charset=UTF-8`, "name=a%20b"],
    [null, '{"name":"a b"}'],
    [null, ' \n{"name":"a b"}'],
    [null, '\uFEFF{"name":"a b"}'],
    [null, "name=a+b"],
    ["", "name=a+b"],
    [formType, "\uFEFFname=a+b"],
  ])("of type %j reads %j", (contentType, body) => {
    expect(parseBody(bytes(body), contentType).text("name")).toBe("a b");
  });

  test.each([null, "application/json", formType, "text/plain", "image/png"])(
    "returns no parameters for a blank body of type %j",
    (contentType) => {
      for (const body of ["", " ", "\r\n\t "]) {
        expect(parseBody(bytes(body), contentType).has("name")).toBe(false);
      }
    },
  );

  test.each([
    ["application/json", "null", "must be an object"],
    ["application/json", "[]", "must be an object"],
    ["application/json", '"name"', "must be an object"],
    ["application/json", "12", "must be an object"],
    ["application/json", '{"name":', "not valid JSON"],
    ["application/json", "name=a", "not valid JSON"],
    [null, '{"name":', "not valid JSON"],
    [formType, "name=%", "two hexadecimal digits"],
    [formType, "name=%FF", "not UTF-8"],
    [null, "name=%FF", "not UTF-8"],
  ])("of type %j refuses %j", (contentType, body, reason) => {
    const read = () => parseBody(bytes(body), contentType);
    expect(refusalOf(read)).toBe("request_invalid");
    expect(read).toThrow(reason);
  });

  test.each(["application/json", formType, null])("of type %j refuses bad UTF-8", (contentType) => {
    const read = () =>
      parseBody(new Uint8Array([...bytes('{"name":"'), 0xff, 0x22, 0x7d]), contentType);
    expect(refusalOf(read)).toBe("request_invalid");
  });

  test.each(["text/plain", "multipart/form-data; boundary=x", "application/json; charset=latin1"])(
    "refuses type %j",
    (contentType) => {
      expect(refusalOf(() => parseBody(bytes("{}"), contentType))).toBe("media_type_unsupported");
    },
  );

  test("refuses a mebibyte of open brackets", () => {
    for (const body of ["[".repeat(1024 * 1024), '{"a":'.repeat(200_000)]) {
      expect(refusalOf(() => parseBody(bytes(body), "application/json"))).toBe("request_invalid");
    }
  });

  const anyType = fc.oneof(
    fc.constantFrom(null, "application/json", formType, "application/a+json; charset=utf-8"),
    anyString,
  );
  const anyBody = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.oneof(fc.json(), specialText, anyText).map(bytes),
    fc.array(specialText).map((values) => bytes(values.map((value) => `a[]=${value}`).join("&"))),
  );

  test("returns parameters or throws a refusal, for any body and type", () => {
    fc.assert(
      fc.property(anyBody, anyType, (body, contentType) => {
        expect(["none", "request_invalid", "media_type_unsupported"]).toContain(
          refusalOf(() => parseBody(body, contentType)),
        );
        expect(["none", "request_invalid", "media_type_unsupported"]).toContain(
          refusalOf(() => parseJsonBody(body, contentType)),
        );
      }),
    );
  });

  test("reads the same value from JSON, a form and a query", () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => text !== "" && !text.includes("[")),
        anyText,
        (name, value) => {
          const encoded = new URLSearchParams([[name, value]]).toString();
          const document = JSON.stringify(Object.fromEntries([[name, value]]));
          expect(parseBody(bytes(encoded), formType).text(name)).toBe(value);
          expect(parseBody(bytes(document), "application/json").text(name)).toBe(value);
          expect(parseQuery(encoded).text(name)).toBe(value);
        },
      ),
    );
  });
});

describe("parseQuery", () => {
  test.each(["a=%", "a=%C3", "unknown=%zz", "a=\uD800"])("refuses %j", (search) => {
    expect(refusalOf(() => parseQuery(search))).toBe("request_invalid");
  });

  test("returns parameters or throws request_invalid, for any string", () => {
    fc.assert(
      fc.property(fc.oneof(anyString, specialText), (search) => {
        expect(["none", "request_invalid"]).toContain(refusalOf(() => parseQuery(search)));
      }),
    );
  });
});

describe("parseJsonBody", () => {
  test.each([
    ["application/json", '{"All":[]}', { All: [] }],
    ["application/json; charset=utf-8", "[1]", [1]],
    ["application/json", "null", null],
    [null, "[1]", [1]],
    [null, "", undefined],
    ["text/plain", " \n", undefined],
  ])("of type %j reads %j", (contentType, body, document) => {
    expect(parseJsonBody(bytes(body), contentType)).toEqual(document);
  });

  test.each([
    [formType, '{"All":[]}', "media_type_unsupported"],
    ["text/plain", "{}", "media_type_unsupported"],
    ["application/json", "{", "request_invalid"],
    [null, "name=a", "request_invalid"],
  ] as const)("of type %j refuses %j", (contentType, body, refusal) => {
    expect(refusalOf(() => parseJsonBody(bytes(body), contentType))).toBe(refusal);
  });
});

describe("mergeParameters", () => {
  const query = parseQuery("name=query&allow_unregistered_groups=true&page=2");

  test.each([
    ["POST", "", undefined, true, false],
    ["POST", "name=body", "body", true, false],
    ["POST", "allow_unregistered_groups=false", undefined, false, false],
    ["DELETE", "", "query", true, true],
    ["DELETE", "name=body", "body", true, true],
    ["DELETE", "name=&allow_unregistered_groups=no", "", false, true],
  ])("for %s with body %j", (method, body, name, allowed, paged) => {
    const merged = mergeParameters(query, parseBody(bytes(body), formType), {
      method,
      queryNames: ["allow_unregistered_groups"],
    });
    expect(merged.text("name")).toBe(name);
    expect(merged.flag("allow_unregistered_groups")).toBe(allowed);
    expect(merged.has("page")).toBe(paged);
  });
});
