import { describe, expect, test } from "bun:test";
import { parseNetwork } from "../../../src/config/parse-network.ts";
import { checkTarget } from "../../../src/webhooks/targets/check-target.ts";
import type { AllowedNetworks, TargetCheck } from "../../../src/webhooks/targets/webhook-target.ts";

/** Stands for a host name's addresses, which no test asks the internet for. */
const name = "hooks.example";

function networks(...texts: readonly string[]): AllowedNetworks {
  return texts.map((text) => {
    const parsed = parseNetwork(text);
    if ("reason" in parsed) {
      throw new Error(`${text} ${parsed.reason}`);
    }
    return parsed.value;
  });
}

function check(url: string, addresses: readonly string[], allowed: AllowedNetworks = []) {
  const resolve = (host: string) =>
    host === name ? Promise.resolve(addresses) : Promise.reject(new Error(`asked for ${host}`));
  return checkTarget(url, allowed, { resolve, checkMs: 10_000, requestMs: 10_000 });
}

const notPublic = (kind: string): TargetCheck => ({
  ok: false,
  reason: expect.stringContaining(`whose address is not public (${kind})`),
});

/** Each network's first and last address, and others that attackers ask for. */
const refusedAddresses: readonly (readonly [kind: string, ...addresses: string[]])[] = [
  ["unspecified", "0.0.0.0", "0.255.255.255", "::"],
  ["loopback", "127.0.0.1", "127.255.255.255", "::1"],
  ["private", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255"],
  ["private", "192.168.0.0", "192.168.255.255", "fc00::", "fdff:ffff::1"],
  ["shared by customers of a provider", "100.64.0.0", "100.127.255.255", "100.100.100.200"],
  ["link-local", "169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::1", "febf::1"],
  ["private", "fd00:ec2::254"],
  ["of a cloud's metadata", "168.63.129.16"],
  ["reserved", "192.0.0.192", "240.0.0.0", "255.255.255.255", "fec0::1", "4000::1", "100::1"],
  ["reserved", "::127.0.0.1", "::8.8.8.8", "::ffff:0:127.0.0.1"],
  ["for documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
  ["for tunnels", "192.88.99.1", "64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1"],
  ["for tunnels", "2002:7f00:1::", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1"],
  ["for benchmarks", "198.18.0.0", "198.19.255.255"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
  ["loopback", "::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:7f00:1"],
  ["private", "::ffff:10.1.2.3", "::ffff:a01:203"],
  ["link-local", "::ffff:169.254.169.254"],
];

describe("an address that is not public is refused", () => {
  test.each(
    refusedAddresses.flatMap(([kind, ...addresses]) =>
      addresses.map((address) => [address, kind] as const),
    ),
  )("%s, which is %s, in a URL and behind a name", async (address, kind) => {
    const host = address.includes(":") ? `[${address}]` : address;
    expect(await check(`https://${host}/`, [])).toEqual(notPublic(kind));
    expect(await check(`https://${name}/`, [address])).toEqual(notPublic(kind));
  });

  test.each(["fe80::1%eth0", "::ffff:127.0.0.1%lo", "127.1", "", "localhost"])(
    "%j, which no resolver should answer",
    async (address) => {
      expect(await check(`https://${name}/`, [address])).toEqual(notPublic("unknown"));
    },
  );

  test.each([
    ["https://2130706433/", "loopback"],
    ["https://0x7f000001/", "loopback"],
    ["https://0x7f.1/", "loopback"],
    ["https://0177.0.0.1/", "loopback"],
    ["https://127.1/", "loopback"],
    ["https://127.0.0.1./", "loopback"],
    ["https://%31%32%37.0.0.1/", "loopback"],
    ["https://①②⑦.⓪.⓪.①/", "loopback"],
    ["https:127.0.0.1/", "loopback"],
    ["https:\\\\127.0.0.1\\", "loopback"],
    ["https://0/", "unspecified"],
    ["https://012.1/", "private"],
    ["https://2852039166/", "link-local"],
    ["https://0xa9fea9fe/", "link-local"],
    ["https://[::ffff:0x7f.1]/", undefined],
    ["https://[fe80::1%25eth0]/", undefined],
  ])("in the form %s", async (url, kind) => {
    const result = await check(url, []);
    expect(result).toEqual(
      kind === undefined
        ? { ok: false, reason: "must be an https URL, such as https://app.example/webhooks" }
        : notPublic(kind),
    );
  });

  // The resolver of this machine, which has these names without asking the internet.
  test.each(["localhost", "LOCALHOST", "localhost:8080", "%6cocalhost", "ⓛocalhost"])(
    "behind a name of this machine: %s",
    async (host) => {
      expect(await checkTarget(`https://${host}/`, [])).toEqual(notPublic("loopback"));
    },
  );

  test.each([
    ["hooks.example.", "hooks.example."],
    ["HOOKS.Example", "hooks.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["hooks。example", "hooks.example"],
  ])("behind the name %s, which is asked for as %s", async (host, asked) => {
    const resolve = async (given: string) => [given === asked ? "10.0.0.1" : "93.184.215.14"];
    const network = { resolve, checkMs: 10_000, requestMs: 10_000 };
    expect(await checkTarget(`https://${host}/`, [], network)).toEqual(notPublic("private"));
  });

  test.each([
    [["93.184.215.14", "10.0.0.1"]],
    [["10.0.0.1", "93.184.215.14"]],
    [["93.184.215.14", "::1"]],
  ])("also beside a public one: %j", async (addresses) => {
    expect((await check(`https://${name}/`, addresses)).ok).toBe(false);
  });
});

describe("an address is accepted", () => {
  test.each([
    "93.184.215.14",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "198.20.0.0",
    "223.255.255.255",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
    "2001:4860:4860::8888",
    "::ffff:93.184.215.14",
  ])("%s, which is public", async (address) => {
    const host = address.includes(":") ? `[${address}]` : address;
    expect(await check(`https://${host}:8443/hooks?a=b`, [])).toEqual({ ok: true });
    expect(await check(`https://${name}/`, [address])).toEqual({ ok: true });
  });

  test.each([
    ["10.0.0.0/8", "10.1.2.3", "172.16.1.2"],
    ["10.1.2.3", "10.1.2.3", "10.1.2.4"],
    ["10.0.0.0/8", "::ffff:10.1.2.3", "::ffff:127.0.0.1"],
    ["fd00::/8", "fd00::1", "fc00::1"],
    ["::1", "::1", "127.0.0.1"],
  ])(
    "of the allowed network %s: %s, also with http, and not %s",
    async (network, inside, outside) => {
      for (const scheme of ["http", "https"]) {
        const url = `${scheme}://${name}/`;
        expect(await check(url, [inside], networks(network))).toEqual({ ok: true });
        expect((await check(url, [outside], networks(network))).ok).toBe(false);
        expect((await check(url, [inside, outside], networks(network))).ok).toBe(false);
      }
    },
  );
});

test("plain http is for allowed networks only", async () => {
  const refused = {
    ok: false,
    reason: "must be https: plain http is for networks that --webhook-allow names",
  };
  expect(await check(`http://${name}/`, ["93.184.215.14"])).toEqual(refused);
  expect(await check("http://93.184.215.14/", [], networks("10.0.0.0/8"))).toEqual(refused);
  expect(await check("http://93.184.215.14/", [], networks("93.184.215.0/24"))).toEqual({
    ok: true,
  });
});

const mustHoldNoSpace = "must not hold spaces or control characters; write a space as %20";
const mustBeHttps = "must be an https URL, such as https://app.example/webhooks";

test.each([
  ["", mustBeHttps],
  ["hooks.example/webhooks", mustBeHttps],
  ["ftp://hooks.example/", mustBeHttps],
  ["file:///etc/passwd", mustBeHttps],
  ["javascript:alert(1)", mustBeHttps],
  ["https://", mustBeHttps],
  ["https://hooks.example:99999/", mustBeHttps],
  ["https://hooks.example/a b", mustHoldNoSpace],
  ["https://hooks.example/\r\nX: y", mustHoldNoSpace],
  [" https://hooks.example/", mustHoldNoSpace],
  ["https://hooks.\texample/", mustHoldNoSpace],
  ["https://user:password@hooks.example/", "must not have a user or a password"],
  ["https://token@hooks.example/", "must not have a user or a password"],
  [`https://hooks.example/${"a".repeat(2_027)}`, "must have at most 2048 characters"],
])("the URL %j is refused", async (url, reason) => {
  expect(await check(url, ["93.184.215.14"])).toEqual({ ok: false, reason });
});

test("a host name without addresses is refused, whatever the resolver does", async () => {
  const url = `https://${name}/`;
  const network = { checkMs: 20, requestMs: 20 };
  expect(await check(url, [])).toEqual({
    ok: false,
    reason: "has the unknown host name hooks.example",
  });
  const notFound = {
    ok: false,
    reason: "has the host name hooks.example, whose addresses could not be found",
  };
  const fails = () => Promise.reject(new Error("ENOTFOUND"));
  const { promise } = Promise.withResolvers<never>();
  const never = () => promise;
  expect(await checkTarget(url, [], { ...network, resolve: fails })).toEqual(notFound);
  expect(await checkTarget(url, [], { ...network, resolve: never })).toEqual(notFound);
});

test("a refusal does not tell the address of a name", async () => {
  const result = await check(`https://${name}/`, ["10.11.12.13"]);
  expect(JSON.stringify(result)).not.toContain("10.11");
});
