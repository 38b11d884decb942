import { describe, expect, test } from "bun:test";
import { bodyFormat } from "../../../src/http/request/media-type.ts";
import { refusalOf } from "./refusal-of.ts";

describe("bodyFormat", () => {
  test.each([
    [null, "unstated"],
    ["", "unstated"],
    [" ", "unstated"],
    ["application/json", "json"],
    ["Application/JSON", "json"],
    [" application/json ", "json"],
    ["application/json;", "json"],
    ["application/json; charset=utf-8", "json"],
    ["application/json;charset=UTF8", "json"],
    ['application/json ; Charset = "UTF-8"', "json"],
    ["application/json; charset=us-ascii", "json"],
    ["application/json; version=1; charset=utf-8", "json"],
    ["application/vnd.api+json", "json"],
    ["application/problem+JSON; charset=utf-8", "json"],
    ["application/x-www-form-urlencoded", "form"],
    ["application/x-www-form-urlencoded; charset=UTF-8", "form"],
    ["Application/X-WWW-Form-Urlencoded", "form"],
  ] as const)("reads %j", (contentType, format) => {
    expect(bodyFormat(contentType)).toBe(format);
  });

  test.each([
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
    "application/json; charset=",
    "application/json; charset=utf-8; charset=latin1",
    "application/x-www-form-urlencoded; charset=windows-1252",
    "application/jsonx",
    "application/xml",
    "application/json, application/json",
    "multipart/form-data; boundary=x",
    "text/plain",
    "json",
    "+json",
    ";charset=utf-8",
  ])("refuses %j", (contentType) => {
    expect(refusalOf(() => bodyFormat(contentType))).toBe("media_type_unsupported");
  });

  test("shortens a long header in the error message", () => {
    expect(() => bodyFormat("x".repeat(10_000))).toThrow(/^.{0,200}$/);
  });
});
