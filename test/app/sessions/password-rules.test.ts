import { expect, test } from "bun:test";
import { checkNewPassword, normalizePassword } from "../../../src/app/sessions/password-rules.ts";
import { GatehouseError } from "../../../src/core/errors.ts";

const personal = ["kim.fletcher@harbour.example", "Kim Fletcher"];

function refusalOf(password: string): string | null {
  try {
    checkNewPassword(password, personal);
    return null;
  } catch (error) {
    return error instanceof GatehouseError ? error.refusal : String(error);
  }
}

test.each([
  "violet harbour 42 lantern",
  "kq7Rz2mWx9",
  "8203984761",
  "correct horse battery staple",
  "пароль длинный очень",
  "日本語の長い合言葉です",
  "🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵",
  "xxxxxxxxxxabcd",
  "kim likes green tea",
  `${"ab3 ".repeat(49)}xyz!`,
])("accepts %s", (password) => {
  expect(refusalOf(password)).toBeNull();
});

test.each([
  ["", "password_too_short"],
  ["kq7Rz2mWx", "password_too_short"],
  // Nine characters in eighteen UTF-16 code units.
  ["🦊🐻🐼🐨🐯🦁🐮🐷🐸", "password_too_short"],
  ["z".repeat(150) + "abcdefghij".repeat(6), "password_too_long"],
  ["y".repeat(1_000_000), "password_too_long"],
  ["aaaaaaaaaaaa", "password_too_weak"],
  ["abababababab", "password_too_weak"],
  ["abcdeabcdeabcde", "password_too_weak"],
  ["1234567890", "password_too_weak"],
  ["0987654321", "password_too_weak"],
  ["abcdefghijk", "password_too_weak"],
  ["qwertyuiop", "password_too_weak"],
  ["Qwertyuiop1!", "password_too_weak"],
  ["1q2w3e4r5t", "password_too_weak"],
  ["password123", "password_too_weak"],
  ["PASSWORD!!!!", "password_too_weak"],
  ["p@ssw0rd2024", "password_too_weak"],
  ["iloveyou123", "password_too_weak"],
  ["letmein-please".replace("please", "admin"), "password_too_weak"],
  ["Summer2026!", "password_too_weak"],
  ["gatehouse-admin", "password_too_weak"],
  ["kimfletcher", "password_too_weak"],
  ["Fletcher1984!", "password_too_weak"],
  ["kim.fletcher@harbour.example", "password_too_weak"],
])("refuses %p with %s", (password, code) => {
  expect(refusalOf(password)).toBe(code);
});

test("is the same text however a keyboard composes letters", () => {
  expect(normalizePassword("e\u0301toile")).toBe(normalizePassword("\u00e9toile"));
});
