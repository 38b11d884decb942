import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { jsonDocument } from "../../../src/http/declared/body-schemas.ts";
import { DeclaredRoute } from "../../../src/http/declared/declared-route.ts";
import { sentFlag, sentRepeatedNames } from "../../../src/http/declared/parameter-schemas.ts";
import { wire } from "../../../src/http/declared/sent-values.ts";

const admit = () => "caller";

function queryRoute() {
  const route = new DeclaredRoute({
    admit,
    query: Type.Object({ names: sentRepeatedNames("", []), short: sentFlag("") }),
  });
  return (search: string) =>
    route.contextOf(new Request(`http://localhost/features?${search}`), {}).query;
}

const queries: [search: string, short: boolean][] = [
  ["", false],
  ["_cb=1700000000", false],
  ["short=true", true],
  ["short=true&_cb=1", true],
  [`short=true&_cb=${"1".repeat(1_000)}`, true],
];

test.each(queries)("%s has the same result each time, also after many others", (search, short) => {
  const read = queryRoute();
  expect(read(search)).toEqual({ names: null, short });
  for (let other = 0; other < 1_000; other++) {
    expect(read(`_cb=x${other}`)).toEqual({ names: null, short: false });
    expect(read(search)).toEqual({ names: null, short });
  }
});

test("a repeated query is parsed once", () => {
  const read = queryRoute();
  expect(read("short=true")).toBe(read("short=true"));
});

test.each(["%zz", "_cb=%ff", "short=true&short=false", "short[]=true"])(
  "%s is refused each time",
  (search) => {
    const read = queryRoute();
    for (let time = 0; time < 3; time++) {
      expect(() => read(search)).toThrow("Request invalid");
    }
  },
);

test("a route cannot declare a parameter that nothing reads", () => {
  const query = Type.Object({ name: Type.String() });
  expect(() => new DeclaredRoute({ admit, query })).toThrow("name");
});

test("a route with a JSON document cannot declare a query", () => {
  const declaration = {
    admit,
    query: Type.Object({ name: wire(Type.String(), (sent, name) => sent.text(name)) }),
    body: jsonDocument(Type.Unknown(), null, (document) => document),
  };
  expect(() => new DeclaredRoute(declaration)).toThrow("query");
});
