import { beforeEach, expect, test } from "bun:test";
import { jsonType } from "../../helpers/api-client.ts";
import { describeHosted } from "../../helpers/describe-hosted.ts";
import { expectRefused } from "../../helpers/expect-refused.ts";
import { freshEnvironment } from "../../helpers/fresh-environment.ts";
import { audited, type HostedClient } from "../../helpers/hosted-client.ts";

/** The most names of one list. */
const tenThousandNames = Array.from({ length: 10_000 }, (_, index) => `f${index}`).join(",");

describeHosted("pages of audits (docs/api.md#audits)", (manager) => {
  let client: HostedClient;
  beforeEach(async () => {
    client = await freshEnvironment(manager);
    await client.features.create("search");
    for (let percentage = 1; percentage < 25; percentage++) {
      await client.gates.post("search", "percentage_of_time", { percentage });
    }
  });

  /** The values of the 25 audits are `24`, the newest, down to `1`, and `null` of the create. */
  async function page(query: string) {
    const { audits, pagination, limits } = audited(await client.audits.list(query));
    expect(limits).toEqual({ limited: false });
    return { values: audits.map(({ value }) => value), pagination };
  }

  const numbered = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => String(from - index));

  test("are newest first, and empty after the last audit", async () => {
    expect(await page("per_page=10")).toEqual({
      values: numbered(24, 15),
      pagination: { page: 1, per: 10, previous: null, next: 2 },
    });
    expect(await page("per_page=10&page=2")).toEqual({
      values: numbered(14, 5),
      pagination: { page: 2, per: 10, previous: 1, next: 3 },
    });
    expect(await page("per_page=10&page=3")).toEqual({
      values: [...numbered(4, 1), null],
      pagination: { page: 3, per: 10, previous: 2, next: null },
    });
    expect(await page("per_page=10&page=4")).toEqual({
      values: [],
      pagination: { page: 4, per: 10, previous: 3, next: null },
    });
    expect(await page("per_page=10&page=1000000000")).toEqual({
      values: [],
      pagination: { page: 1_000_000_000, per: 10, previous: 999_999_999, next: null },
    });
  });

  test("a full last page has no next page", async () => {
    expect((await page("per_page=5&page=5")).pagination).toEqual({
      page: 5,
      per: 5,
      previous: 4,
      next: null,
    });
    expect((await page("per_page=25")).pagination.next).toBeNull();
    expect((await page("per_page=24")).pagination.next).toBe(2);
    expect((await page("per_page=1&page=25")).values).toEqual([null]);
  });

  test.each([
    ["per_page=250", 250],
    ["per_page=251", 250],
    [`per_page=${"9".repeat(400)}`, 250],
    ["", 100],
    ["page=1", 100],
  ])("?%.20s gives %d audits per page", async (query, per) => {
    expect((await page(query)).pagination).toEqual({ page: 1, per, previous: null, next: null });
  });

  test("keys filter, and features is another name for it", async () => {
    await client.features.create("other");
    await client.features.create("a,b");
    for (const name of ["keys", "features"]) {
      const keysOf = async (value: string) => {
        const { audits } = audited(await client.audits.list(`${name}=${value}&per_page=3`));
        return audits.map(({ target, action }) => `${action} ${target.key}`);
      };
      expect(await keysOf("other")).toEqual(["create other"]);
      expect(await keysOf("other,unknown")).toEqual(["create other"]);
      expect(await keysOf("unknown")).toEqual([]);
      expect(await keysOf("a%2Cb,other")).toEqual(["create a,b", "create other"]);
      expect(await keysOf("a,b")).toEqual([]);
      expect(await keysOf("b%2Cother")).toEqual(["create other"]);
      expect(await keysOf("other,other,other%2Cother")).toEqual(["create other"]);
      expect(await keysOf(`${tenThousandNames.replace("f9999", "other")},other`)).toEqual([
        "create other",
      ]);
      expect(await keysOf("OTHER")).toEqual([]);
      expect(await keysOf("")).toEqual([]);
      expect(await keysOf("search,other,a%2Cb")).toEqual([
        "create a,b",
        "create other",
        "percentage_of_time search",
      ]);
    }
  });

  test.each([
    ["keys=search&page=401&per_page=250", 422],
    ["keys=search&page=400&per_page=250", 200],
    ["keys=search,other&page=201&per_page=250", 422],
    ["keys=search,search&page=400&per_page=250", 200],
    [`keys=${tenThousandNames}&page=4&per_page=250`, 200],
    [`keys=${tenThousandNames}&page=5&per_page=250`, 422],
    ["page=1000000&per_page=250", 200],
  ])("the depth of a filtered page is limited: %.60s is %d", async (query, status) => {
    const [response] = await client.audits.list(query);
    expect(response.status).toBe(status);
  });

  test("pages count only the audits of the given keys", async () => {
    for (let percentage = 1; percentage <= 6; percentage++) {
      await client.gates.post("other", "percentage_of_time", { percentage });
      await client.gates.post("search", "percentage_of_actors", { percentage });
    }
    expect(await page("keys=other&per_page=3")).toEqual({
      values: ["6", "5", "4"],
      pagination: { page: 1, per: 3, previous: null, next: 2 },
    });
    expect(await page("keys=other&per_page=3&page=3")).toEqual({
      values: [null],
      pagination: { page: 3, per: 3, previous: 2, next: null },
    });
    expect((await page("keys=other,search&per_page=2&page=2")).values).toEqual(["5", "5"]);
  });
});

describeHosted("bad parameters of GET /audits (docs/api.md#audits)", (manager) => {
  const undecodable = [
    "page[]=1",
    "page[x]=1",
    "per_page[]=1",
    "keys[]=a",
    "keys[x]=a",
    "features[]=a",
    "page=1&page=2",
    "page=1&page[]=1",
    "per_page=5&per_page=6",
    "keys=a&keys=b",
    "keys=a&keys[]=a",
    "keys=a&features=a",
    "page=%zz",
    "page=%",
    "keys=%ff",
    "keys=%C3%28",
    "keys=%ED%A0%80",
    "anything=%zz",
  ];
  test.each(undecodable)("400, code 8: ?%s", async (query) => {
    await expectRefused(manager, { status: 400, code: 8 }, () =>
      manager.call("GET", "/audits", { query }),
    );
  });

  const notAllowed = [
    ...["0", "-1", "+1", "1.5", "1e3", "0x10", "abc", "", "%201", "1%20", "00"].flatMap((value) => [
      `page=${value}`,
      `per_page=${value}`,
    ]),
    "page=1000000001",
    "page=99999999999999999999",
    "page=null",
    "page=%D9%A1",
    `keys=${tenThousandNames},one_more`,
    `features=${tenThousandNames},one_more`,
  ];
  test.each(notAllowed)("422, parameter_invalid: ?%.40s", async (query) => {
    const [name] = query.split("=");
    const [, body] = await expectRefused(manager, { status: 422, code: "parameter_invalid" }, () =>
      manager.call("GET", "/audits", { query }),
    );
    expect(body).toMatchObject({ message: expect.stringContaining(name ?? "") });
  });

  test("the same value twice is not a conflict", async () => {
    const [response] = await manager.call("GET", "/audits", { query: "page=1&page=1" });
    expect(response.status).toBe(200);
  });

  test.each(["POST", "DELETE", "PUT", "PATCH"])("405 for %s", async (method) => {
    const [response] = await expectRefused(
      manager,
      { status: 405, code: "method_not_allowed" },
      () => manager.call(method, "/audits", { body: '{"page":1}', headers: jsonType }),
    );
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  });
});
