import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { publicKey, stampedInstaller } from "../../packaging/stamped-installer.ts";
import { commandsOf, makeFakeRelease, writeProgram } from "./fake-release.ts";
import { here, Installation } from "./installation.ts";

/** In CI, a missing package makes the test fail instead of being skipped. */
const isRequired = process.env.CI === "true";
const mayMakeCertificates = Bun.which("openssl") !== null || isRequired;
const maySign = Bun.which("minisign") !== null || isRequired;

/** A server with TLS that leads to each file by two redirects, as GitHub does. */
async function redirectingServer(place: Installation) {
  const [key, cert] = [join(place.path, "key.pem"), join(place.path, "cert.pem")];
  await Bun.$`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ${key} -out ${cert} -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost`.quiet();
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { key: Bun.file(key), cert: Bun.file(cert) },
    async fetch(request) {
      const path = new URL(request.url).pathname;
      const name = path.split("/").at(-1) ?? "";
      if (path.startsWith("/latest/")) {
        return Response.redirect(`/v1.2.3/${name}`, 302);
      }
      if (path.startsWith("/v1.2.3/")) {
        return Response.redirect(`/stored/${name}`, 302);
      }
      const file = Bun.file(join(place.release, name));
      return (await file.exists()) ? new Response(file) : new Response("", { status: 404 });
    },
  });
}

test.skipIf(!mayMakeCertificates)(
  "the installer of a release that a shell reads from its input downloads its own release",
  async () => {
    using place = new Installation();
    await makeFakeRelease(place.release, ["linux-x64"]);
    await using server = await redirectingServer(place);
    const address = `https://localhost:${server.port}/latest`;
    await Bun.write(join(place.release, "install.sh"), await stampedInstaller(address, ""));
    const commands = await commandsOf(place.path, here);
    const line = `export CURL_CA_BUNDLE=cert.pem; curl -fsSL ${address}/install.sh | sh -s -- --dir=${place.bin}`;
    const { code, err } = await place.run(["sh", "-c", line], commands);
    expect([code, err, place.printed()]).toEqual([0, "", "gatehouse 1.2.3, linux-x64"]);
  },
);

test("an installer that its reader leaves early deletes its working files", async () => {
  using place = new Installation();
  await makeFakeRelease(place.release, ["linux-x64"]);
  const commands = await commandsOf(place.path, here);
  // The reader has closed the pipe when the installer prints its first line.
  await writeProgram(
    join(commands, "tar"),
    `while [ -e open ]; do :; done; exec ${Bun.which("tar")} "$@"`,
  );
  await Bun.write(join(place.path, "open"), "");
  const script = join(place.release, "install.sh");
  const line = `{ sh ${script} --dir=${place.bin}; echo $? > code; } | { exec <&-; rm open; }`;
  await place.run(["sh", "-c", line], commands);
  expect(place.installed()).toEqual(["gatehouse"]);
  expect((await Bun.file(join(place.path, "code")).text()).trim()).not.toBe("0");
});

describe.skipIf(!maySign)("with minisign and the key of the release", () => {
  async function signedRelease(place: Installation) {
    await makeFakeRelease(place.release, ["linux-x64"]);
    const [secret, shown] = [join(place.path, "secret.key"), join(place.path, "minisign.pub")];
    await Bun.$`minisign -G -W -s ${secret} -p ${shown}`.quiet();
    await Bun.$`minisign -S -s ${secret} -m SHA256SUMS`.cwd(place.release).quiet();
    await Bun.write(
      join(place.release, "install.sh"),
      await stampedInstaller("", await publicKey(shown)),
    );
  }

  test.each([
    ["a right signature", undefined, [0, ""]],
    ["other sums", "SHA256SUMS", [1, expect.stringContaining("signature of SHA256SUMS is wrong")]],
    [
      "no signature",
      "SHA256SUMS.minisig",
      [1, expect.stringContaining("no file SHA256SUMS.minisig")],
    ],
  ])("%s", async (_, spoiled, expected) => {
    using place = new Installation();
    await signedRelease(place);
    if (spoiled === "SHA256SUMS") {
      const sums = Bun.file(join(place.release, spoiled));
      await sums.write(`${await sums.text()}${"0".repeat(64)}  other\n`);
    } else if (spoiled !== undefined) {
      await rm(join(place.release, spoiled));
    }
    const { code, err } = await place.install([], here, join(place.release, "install.sh"));
    expect([code, err]).toEqual(expected);
    expect(existsSync(join(place.bin, "gatehouse"))).toBe(spoiled === undefined);
  });
});
