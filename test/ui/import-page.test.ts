import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

const features = {
  search: { boolean: null, actors: ["User;1", "User;2"], percentage_of_actors: "25" },
  added: { boolean: "true" },
};

describe("Export and import", () => {
  const suite = uiSuite({
    expectedErrors: ["400", "422"],
    prepare: async (server) => {
      for (const name of ["search", "gone", "same"]) {
        await server.api("POST", "/features", { name });
        await server.api("POST", `/features/${name}/actors`, { flipper_id: "User;1" });
      }
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const preview = () => suite.page.getByRole("region", { name: "What would change" });
  const total = (kind: string) => preview().getByRole("listitem").filter({ hasText: kind }).first();
  const choose = (content: string, name = "features.json") =>
    suite.page
      .getByLabel("Choose a file")
      .first()
      .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
  const states = async () =>
    Promise.all(
      ["search", "gone", "same", "added"].map(
        async (key) => (await suite.server.fetch("GET", `/features/${key}`)).status,
      ),
    );

  test("the preview says what would change, and changes nothing", async () => {
    const { page, server } = suite;
    await suite.open("/settings/transfer");
    const same = { actors: ["User;1"] };
    await choose(JSON.stringify({ version: 1, features: { ...features, same } }));
    await total("created").getByText("1", { exact: true }).waitFor();
    await page.getByRole("radio", { name: "Replace: Delete 1 feature, change 2" }).waitFor();
    await page.getByRole("radio", { name: "Merge: Import 2 changes" }).check();
    expect(await total("removed").textContent()).toBe("0removed");
    await page.getByRole("button", { name: "Import 2 changes", exact: true }).waitFor();
    await page.getByRole("radio", { name: /^Replace/ }).check();
    expect(await total("changed").textContent()).toBe("1changed");
    expect(await total("removed").textContent()).toBe("1removed");
    expect(await total("unchanged").textContent()).toBe("1unchanged");
    await preview().getByText("1 actor added").waitFor();
    await preview().getByText("Percentage of actors changed").waitFor();
    await preview().getByText("The feature is deleted").waitFor();
    const deletes = page.getByRole("button", { name: "Delete 1 feature, change 2" });
    expect(await deletes.getAttribute("class")).toContain("button-danger");
    await deletes.click();
    const dialog = page.getByRole("dialog", { name: "Delete 1 feature, change 2?" });
    await dialog.getByText("1 feature is deleted from all environments").waitFor();
    await dialog.getByText("gone", { exact: true }).waitFor();
    const confirm = dialog.getByRole("button", { name: "Delete 1 feature, change 2" });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await states()).toEqual([200, 200, 200, 404]);
    expect((await gatesOf(server, "search")).actors).toEqual(["User;1"]);

    // A feature that is created after the preview would be deleted too.
    await server.api("POST", "/features", { name: "later" });
    await dialog.getByLabel("Type 1 to confirm").fill("1");
    await confirm.click();
    await page.getByText('typed must be "2", the number of features that it deletes').waitFor();
    expect(await states()).toEqual([200, 200, 200, 404]);
    await page.getByRole("button", { name: "Delete 2 features, change 2" }).click();
    const again = page.getByRole("dialog", { name: "Delete 2 features, change 2?" });
    await again.getByText("gone, later").waitFor();
    await again.getByLabel("Type 2 to confirm").fill("2");
    await again.getByRole("button", { name: "Delete 2 features, change 2" }).click();
    await page.getByText("The import is done.").waitFor();
    expect(await states()).toEqual([200, 404, 200, 200]);
    expect((await gatesOf(server, "search")).actors).toEqual(["User;1", "User;2"]);
    expect((await gatesOf(server, "same")).actors).toEqual(["User;1"]);
  });

  test("a merge keeps the features that the file does not name", async () => {
    const { page, server } = suite;
    await suite.open("/settings/transfer");
    await choose(JSON.stringify({ version: 1, features: { merged: { boolean: "true" } } }));
    await page.getByRole("radio", { name: "Merge: Import 1 change" }).check();
    await page.getByRole("button", { name: "Import 1 change", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import 1 change?" });
    await dialog.getByLabel("Type Production to confirm").fill("Production");
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The import is done.").waitFor();
    expect(await states()).toEqual([200, 404, 200, 200]);
    expect(await server.api("GET", "/features/merged")).toMatchObject({ state: "on" });
    await server.api("DELETE", "/features/merged");
  });

  test("a file that is no export is refused with the reason, and changes nothing", async () => {
    const { page } = suite;
    await suite.open("/settings/transfer");
    for (const content of ["{", '{"version": 1}', "[]"]) {
      await choose(content);
      const alert = page.getByRole("main").getByRole("alert");
      await alert.waitFor();
      expect((await alert.textContent())?.length).toBeGreaterThan(10);
      expect(await preview().count()).toBe(0);
    }
    expect(await states()).toEqual([200, 404, 200, 200]);
  });

  test("a file of another system shows how much of each feature is kept", async () => {
    const { page, server } = suite;
    await suite.open("/settings/transfer");
    const yaml = [
      "namespace: default",
      "flags:",
      "- {key: flipt-on, type: BOOLEAN_FLAG_TYPE, enabled: true}",
      "- {key: search, type: BOOLEAN_FLAG_TYPE, enabled: true}",
      "- {key: color, type: VARIANT_FLAG_TYPE, enabled: true}",
    ];
    await choose(yaml.join("\n"), "features.yaml");
    const report = page.getByRole("region", { name: "How much of each feature is kept" });
    await report.getByText("Flipt, namespace default").waitFor();
    await report.getByRole("row", { name: "color not imported it has variants" }).waitFor();
    await report.getByRole("row", { name: "search exact It exists already" }).waitFor();
    const overwrite = page.getByRole("radio", { name: "Overwrite: Import 2 changes" });
    await overwrite.waitFor();
    await page.getByLabel("Ids of actors").fill("User;{id}");
    await overwrite.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Preview again" }).click();
    await overwrite.waitFor();
    await page.getByRole("button", { name: "Import 1 change", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Import 1 change?" });
    await dialog.getByLabel("Type Production to confirm").fill("Production");
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The import is done.").waitFor();
    expect(await server.api("GET", "/features/flipt-on")).toMatchObject({ state: "on" });
    expect((await gatesOf(server, "search")).actors).toEqual(["User;1", "User;2"]);
    await server.api("DELETE", "/features/flipt-on");
  });

  test("what is exported is imported elsewhere, and Production keeps its gates", async () => {
    const { page, server } = suite;
    await suite.open("/settings/transfer");
    const link = page.getByRole("link", { name: "Download" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const exported = await Bun.file(await download.path()).text();
    expect(JSON.parse(exported)).toMatchObject({
      version: 1,
      features: { search: { actors: ["User;1", "User;2"] } },
    });
    await suite.open("/settings/transfer?env=staging");
    await choose(JSON.stringify({ version: 1, features: { search: { boolean: "true" } } }));
    await preview().getByText("Enabled for everyone").waitFor();
    await page.getByRole("button", { name: /^Import \d changes?$/ }).click();
    const dialog = page.getByRole("dialog", { name: /^Import \d changes?\?$/ });
    expect(await dialog.getByRole("textbox").count()).toBe(0);
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The import is done.").waitFor();
    expect((await gatesOf(server, "search")).actors).toEqual(["User;1", "User;2"]);
    await suite.open("/features/search?env=staging");
    await page.getByRole("switch", { name: "Enabled for everyone", checked: true }).waitFor();
    await suite.open("/settings/transfer");
    await choose(exported);
    await preview().getByRole("button", { name: "Nothing would change" }).waitFor();
  });
});
