import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument, type Installation } from "@/lib/contracts/openapi";
import { codesPage } from "@/lib/documentation/codes";
import { DOC_SECTIONS, pageOf, type DocPage } from "@/lib/documentation/page";
import { sandboxPage } from "@/lib/documentation/sandbox";
import { referencePages, type ApiDocument } from "@/lib/documentation/reference";

/** The project's own texts, from the project's root. A guide's number says its place and is no part of its address. */
const GUIDES = "docs/guides";
const CHANGELOG = "CHANGELOG.md";

const guidePages = (): DocPage[] =>
  readdirSync(GUIDES)
    .filter((file) => file.endsWith(".md"))
    .toSorted()
    .map((file) =>
      pageOf(
        `/docs/guides/${file.replace(/^\d+-/, "").replace(/\.md$/, "")}`,
        "Guides",
        readFileSync(join(GUIDES, file), "utf8"),
      ),
    );

/** The front page: where to begin, and everything else by its section. */
function homePage(pages: readonly DocPage[]): DocPage {
  const guides = pages.filter(({ section }) => section === "Guides");
  return pageOf(
    "/docs",
    "Guides",
    [
      "# Documentation",
      "Hedgerow tells your software whether Endangered Species Act pesticide rules apply to a field and an application, and what " +
        "is required and missing.",
      "New here? Begin with the [ten-minute start](/docs/guides/quick-start). Looking for a code of an answer? It stands on " +
        "[errors and issues](/docs/errors).",
      "## Guides",
      guides.map(({ title, path, summary }) => `- [${title}](${path}): ${summary}`).join("\n"),
      "## Reference",
      [
        "- [API reference](/docs/reference), also as [OpenAPI 3.1](/api/v2/openapi.json)",
        "- [Schemas](/docs/reference/schemas) and [webhook messages](/docs/reference/webhooks)",
        "- [Errors and issues](/docs/errors)",
        "- [Sandbox](/docs/sandbox): what to send to see each of them",
        "- [Changelog](/docs/changelog)",
        "- For assistants: [tools](/docs/guides/assistants), [llms.txt](/llms.txt); each page is also Markdown under its own " +
          "address with `.md`",
      ].join("\n"),
    ].join("\n\n"),
  );
}

let written: { key: string; pages: DocPage[] } | null = null;

/** Every page of the documentation, made once: guides in their order, the reference, the codes, the changelog. */
export function documentationPages(installation: Installation): DocPage[] {
  const key = JSON.stringify(installation);
  if (written?.key === key) return written.pages;
  const document = openApiDocument(installation) as unknown as ApiDocument;
  const guides = guidePages();
  const pages = [
    homePage(guides),
    ...guides,
    ...referencePages(document),
    codesPage(),
    sandboxPage(),
    pageOf("/docs/changelog", "About", readFileSync(CHANGELOG, "utf8")),
  ];
  written = { key, pages };
  return pages;
}

/** What an assistant reads first: https://llmstxt.org. */
export function llmsText(pages: readonly DocPage[], base: string): string {
  const sections = DOC_SECTIONS.map((section) => {
    const own = pages.filter((page) => page.section === section);
    return [
      `## ${section}`,
      "",
      ...own.map(({ title, path, summary }) => `- [${title}](${base}${path}.md): ${summary}`),
    ].join("\n");
  });
  return [
    "# Hedgerow",
    "",
    "> Tells US farm software whether Endangered Species Act pesticide rules apply to a field and an application, and what " +
      "is required and missing. A result is never a clearance to apply.",
    "",
    `OpenAPI 3.1: ${base}/api/v2/openapi.json`,
    "",
    ...sections,
    "",
  ].join("\n");
}
