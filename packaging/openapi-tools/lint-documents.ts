import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";

/*
 * Checks OpenAPI documents with swagger-parser and with the recommended rules of Redocly and
 * Spectral: `bun lint-documents.ts FILE...`. Prints every error and warning; exit code 1 if there are
 * any.
 */

/** Returns the problems of a document, each in one line. */
async function problemsOf(file: string): Promise<readonly string[]> {
  const text = await Bun.file(file).text();
  return [
    ...(await swaggerParserProblems(JSON.parse(text))),
    ...(await redoclyProblems(text, file)),
    ...(await spectralProblems(JSON.parse(text))),
  ].map((problem) => `${file}: ${problem}`);
}

async function swaggerParserProblems(document: never): Promise<readonly string[]> {
  try {
    await SwaggerParser.validate(document);
    return [];
  } catch (error) {
    return [`swagger-parser: ${String(error)}`];
  }
}

async function redoclyProblems(source: string, absoluteRef: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, absoluteRef, config });
  return problems.map(
    ({ ruleId, severity, message, location }) =>
      `redocly ${severity} ${ruleId}: ${message} at ${location[0]?.pointer}`,
  );
}

async function spectralProblems(document: Record<string, unknown>): Promise<readonly string[]> {
  const spectral = new spectralCore.Spectral();
  // Each server has a different operator, so the document cannot name a contact.
  spectral.setRuleset({ extends: [[oas, "recommended"]], rules: { "info-contact": "off" } });
  const problems = await spectral.run(document);
  return problems.map(
    ({ code, severity, message, path }) =>
      `spectral ${severity} ${code}: ${message} at ${path.join("/")}`,
  );
}

const files = process.argv.slice(2);
const problems = (await Promise.all(files.map(problemsOf))).flat();
for (const problem of problems) {
  process.stdout.write(`${problem}\n`);
}
process.stdout.write(`${files.length} documents, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 && files.length > 0 ? 0 : 1;
