import type { Mutation } from "./mutation.ts";

const addresses = "src/webhooks/targets/public-addresses.ts";
const checks = "src/webhooks/targets/check-target.ts";
const requests = "src/webhooks/targets/send-to-target.ts";
const checkTests = ["webhooks/targets/check-target.test.ts"];
const requestTests = ["webhooks/targets/send-to-target.test.ts"];

/** Networks that are not public, each as it stands in the list. */
const networks = [
  "0.0.0.0/8",
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "240.0.0.0/4",
  "192.0.2.0/24",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "168.63.129.16/32",
  "2001::/23",
  "2002::/16",
  "2001:db8::/32",
  "3fff::/20",
];

/** Mutations of the rules that keep webhooks from reaching what is not public. */
export const targetMutations: readonly Mutation[] = [
  ...networks.map((network) => ({
    threat: `SSRF in webhooks: ${network} counts as public`,
    file: addresses,
    from: `"${network}"`,
    to: '"::2/128"',
    tests: checkTests,
  })),
  {
    threat: "SSRF in webhooks: all of IPv6 counts as public",
    file: addresses,
    from: 'blockList(["2000::/3"])',
    to: 'blockList(["::/0"])',
    tests: checkTests,
    isQuick: true,
  },
  {
    threat: "SSRF in webhooks: IPv4 addresses in the form of IPv6 count as public",
    file: addresses,
    from: 'return kindsIpv4.find(([, list]) => list.check(address, "ipv6"))?.[0];',
    to: "return undefined;",
    tests: checkTests,
    isQuick: true,
  },
  {
    threat: "SSRF in webhooks: addresses with an interface",
    file: addresses,
    from: ' || address.includes("%")',
    to: "",
    tests: checkTests,
  },
  {
    threat: "SSRF in webhooks: one public address is enough",
    file: checks,
    from: "for (const address of addresses) {",
    to: "for (const address of addresses.slice(0, 1)) {",
    tests: checkTests,
    isQuick: true,
  },
  {
    threat: "SSRF in webhooks: plain http to everywhere",
    file: checks,
    from: "(isPlain || ",
    to: "(",
    tests: checkTests,
  },
  {
    threat: "SSRF in webhooks: other protocols",
    file: "src/webhooks/targets/target-url.ts",
    from: 'url.protocol !== "http:")',
    to: 'url.protocol === "")',
    tests: checkTests,
  },
  {
    threat: "SSRF in webhooks: users and passwords in URLs",
    file: "src/webhooks/targets/target-url.ts",
    from: 'if (url.username + url.password !== "") {',
    to: 'if (url.username + url.password === ":") {',
    tests: checkTests,
  },
  {
    threat: "SSRF in webhooks: URLs without a bound",
    file: "src/webhooks/targets/target-url.ts",
    from: "urlLengthMax = 2_048;",
    to: "urlLengthMax = 2_048_000;",
    tests: checkTests,
  },
  {
    threat: "SSRF in webhooks: refusals tell addresses",
    file: checks,
    from: "return refusalOf(target.host, kind);",
    to: "return refusalOf(address, kind);",
    tests: checkTests,
  },
  {
    threat: "SSRF in webhooks: targets are checked when saved only",
    file: requests,
    from: "resolveTarget(request.url, request.allowed, {",
    to: 'resolveTarget(request.url, [{ address: "0.0.0.0", bits: 0 }], {',
    tests: requestTests,
  },
  {
    threat: "SSRF in webhooks: the name is resolved again (rebinding)",
    file: requests,
    from: "    lookup: checkedLookup(target.addresses),\n",
    to: "",
    tests: requestTests,
    isQuick: true,
  },
  {
    threat: "SSRF in webhooks: certificates are not checked",
    file: requests,
    from: "rejectUnauthorized: true,",
    to: "rejectUnauthorized: false,",
    tests: requestTests,
    isQuick: true,
  },
  {
    threat: "SSRF in webhooks: the environment decides whether certificates are checked",
    file: requests,
    from: "    rejectUnauthorized: true,\n",
    to: "",
    tests: requestTests,
  },
  {
    threat: "SSRF in webhooks: an answer without end",
    file: requests,
    from: "if (length >= answerBytesMax) {",
    to: "if (length >= answerBytesMax * 1_000_000) {",
    tests: requestTests,
  },
  {
    threat: "SSRF in webhooks: interim answers without end",
    file: requests,
    from: "if (count > interimAnswersMax) {",
    to: "if (count < 0) {",
    tests: requestTests,
  },
  {
    threat: "SSRF in webhooks: an answer that never ends",
    file: requests,
    from: "    signal,\n    // NODE_TLS",
    to: "    // NODE_TLS",
    tests: requestTests,
  },
];
