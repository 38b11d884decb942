import fc from "fast-check";

/** Any string, also with unpaired surrogates. */
export const anyString = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));

/** Any well-formed text. */
export const anyText = fc.string({ unit: "binary", maxLength: 60 });

/** Text of the special characters of paths and forms, so that they are often combined. */
export const specialText = fc
  .array(
    fc.constantFrom("/", "%", "%2F", "%2f", "%C3%A9", "%ff", "%zz", "+", "a", "é", "?", ".", ";"),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));
