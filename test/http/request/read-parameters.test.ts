import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  bodyParameters,
  jsonDocument,
  mergeParameters,
  queryParameters,
} from "../../../src/http/request/read-parameters.ts";
import { anyString, anyText, tricky } from "./arbitraries.ts";
import { refusalOf } from "./refusal-of.ts";

const formType = "application/x-www-form-urlencoded";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

describe("bodyParameters", () => {
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
    expect(bodyParameters(bytes(body), contentType).text("name")).toBe("a b");
  });

  test.each([null, "application/json", formType, "text/plain", "image/png"])(
    "has none in a blank body of type %j",
    (contentType) => {
      for (const body of ["", " ", "\r\n\t "]) {
        expect(bodyParameters(bytes(body), contentType).has("name")).toBe(false);
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
    const read = () => bodyParameters(bytes(body), contentType);
    expect(refusalOf(read)).toBe("request_invalid");
    expect(read).toThrow(reason);
  });

  test.each(["application/json", formType, null])("of type %j refuses bad UTF-8", (contentType) => {
    const read = () =>
      bodyParameters(new Uint8Array([...bytes('{"name":"'), 0xff, 0x22, 0x7d]), contentType);
    expect(refusalOf(read)).toBe("request_invalid");
  });

  test.each(["text/plain", "multipart/form-data; boundary=x", "application/json; charset=latin1"])(
    "refuses type %j",
    (contentType) => {
      expect(refusalOf(() => bodyParameters(bytes("{}"), contentType))).toBe(
        "media_type_unsupported",
      );
    },
  );

  test("survives a mebibyte of open brackets", () => {
    for (const body of ["[".repeat(1024 * 1024), '{"a":'.repeat(200_000)]) {
      expect(refusalOf(() => bodyParameters(bytes(body), "application/json"))).toBe(
        "request_invalid",
      );
    }
  });

  const anyType = fc.oneof(
    fc.constantFrom(null, "application/json", formType, "application/a+json; charset=utf-8"),
    anyString,
  );
  const anyBody = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.oneof(fc.json(), tricky, anyText).map(bytes),
    fc.array(tricky).map((values) => bytes(values.map((value) => `a[]=${value}`).join("&"))),
  );

  test("gives parameters or a refusal, whatever comes", () => {
    fc.assert(
      fc.property(anyBody, anyType, (body, contentType) => {
        expect(["none", "request_invalid", "media_type_unsupported"]).toContain(
          refusalOf(() => bodyParameters(body, contentType)),
        );
        expect(["none", "request_invalid", "media_type_unsupported"]).toContain(
          refusalOf(() => jsonDocument(body, contentType)),
        );
      }),
    );
  });

  test("says the same of a value in JSON, in a form and in a query", () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => text !== "" && !text.includes("[")),
        anyText,
        (name, value) => {
          const encoded = new URLSearchParams([[name, value]]).toString();
          const document = JSON.stringify(Object.fromEntries([[name, value]]));
          expect(bodyParameters(bytes(encoded), formType).text(name)).toBe(value);
          expect(bodyParameters(bytes(document), "application/json").text(name)).toBe(value);
          expect(queryParameters(encoded).text(name)).toBe(value);
        },
      ),
    );
  });
});

describe("queryParameters", () => {
  test.each(["a=%", "a=%C3", "unread=%zz", "a=\uD800"])("refuses %j", (search) => {
    expect(refusalOf(() => queryParameters(search))).toBe("request_invalid");
  });

  test("gives parameters or request_invalid, whatever comes", () => {
    fc.assert(
      fc.property(fc.oneof(anyString, tricky), (search) => {
        expect(["none", "request_invalid"]).toContain(refusalOf(() => queryParameters(search)));
      }),
    );
  });
});

describe("jsonDocument", () => {
  test.each([
    ["application/json", '{"All":[]}', { All: [] }],
    ["application/json; charset=utf-8", "[1]", [1]],
    ["application/json", "null", null],
    [null, "[1]", [1]],
    [null, "", undefined],
    ["text/plain", " \n", undefined],
  ])("of type %j reads %j", (contentType, body, document) => {
    expect(jsonDocument(bytes(body), contentType)).toEqual(document);
  });

  test.each([
    [formType, '{"All":[]}', "media_type_unsupported"],
    ["text/plain", "{}", "media_type_unsupported"],
    ["application/json", "{", "request_invalid"],
    [null, "name=a", "request_invalid"],
  ] as const)("of type %j refuses %j", (contentType, body, refusal) => {
    expect(refusalOf(() => jsonDocument(bytes(body), contentType))).toBe(refusal);
  });
});

describe("mergeParameters", () => {
  const query = queryParameters("name=query&allow_unregistered_groups=true&page=2");

  test.each([
    ["POST", "", undefined, true, false],
    ["POST", "name=body", "body", true, false],
    ["POST", "allow_unregistered_groups=false", undefined, false, false],
    ["DELETE", "", "query", true, true],
    ["DELETE", "name=body", "body", true, true],
    ["DELETE", "name=&allow_unregistered_groups=no", "", false, true],
  ])("on %s with body %j", (method, body, name, allowed, paged) => {
    const merged = mergeParameters(query, bodyParameters(bytes(body), formType), method);
    expect(merged.text("name")).toBe(name);
    expect(merged.flag("allow_unregistered_groups")).toBe(allowed);
    expect(merged.has("page")).toBe(paged);
  });
});
