import { describe, expect, it } from "vitest";
import { documentationPages, llmsText } from "@/lib/documentation/pages";
import { asRead, searchPages } from "@/lib/documentation/search";
import { anchorOf, htmlOf, renderMarkdown } from "@/lib/documentation/render";
import { ERROR_CODES } from "@/lib/domain/errors";
import { ISSUE_CODES } from "@/lib/domain/issues";

const pages = documentationPages({ publicUrls: ["https://hedgerow.test"], support: undefined });
const html = new Map(pages.map(({ path, markdown }) => [path, renderMarkdown(markdown)]));
const anchorsOf = (path: string): Set<string> =>
  new Set([...(html.get(path) ?? "").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ""));

describe("the documentation", () => {
  it("has a page for every operation, guide, and code, each at an address of its own", () => {
    expect(pages.length).toBeGreaterThan(40);
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
    const anchors = anchorsOf("/docs/errors");
    const missing = [...ERROR_CODES, ...ISSUE_CODES].filter((code) => !anchors.has(code.toLowerCase()));
    expect(missing).toEqual([]);
  });

  it("writes each page and makes its HTML once, however often anyone asks", () => {
    const installation = { publicUrls: ["https://once.test"], support: undefined };
    const [page] = documentationPages(installation);
    if (page === undefined) throw new RangeError("there are no pages");
    expect(documentationPages(installation)[0]).toBe(page);
    const first = htmlOf(page);
    expect(first).toBe(renderMarkdown(page.markdown));
    // Had it been made again, it would say so.
    page.markdown = "changed";
    expect(htmlOf(page)).toBe(first);
  });

  it("has no link that leads nowhere", () => {
    // Pages that are made of data of their own.
    const others = new Set(["/docs/rules/disputed", "/api/v2/openapi.json", "/llms.txt"]);
    const broken = [...html].flatMap(([path, text]) =>
      [...text.matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) => {
        if (/^https?:/.test(href)) return [];
        const [target = "", anchor] = href.split("#");
        const page = target === "" ? path : target;
        const isKnown = html.has(page) || others.has(page);
        const isAnchored = anchor === undefined || others.has(page) || anchorsOf(page).has(anchor);
        return isKnown && isAnchored ? [] : [`${path}: ${href}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it("lets no tag of a text through, and shows it as it is written", () => {
    expect(renderMarkdown("a <script>alert(1)</script> b")).not.toContain("<script");
    expect(renderMarkdown("`<registration>`")).toContain("&lt;registration&gt;");
    expect(renderMarkdown("[x](javascript:alert(1))")).not.toContain("javascript:");
    expect(anchorOf("SOIL_UNAVAILABLE")).toBe("soil_unavailable");
  });

  it("finds pages by words, titles first, and none by nothing", () => {
    expect(searchPages(pages, "webhook signature")[0]?.page.path).toBe("/docs/guides/webhooks");
    expect(searchPages(pages, "SOIL_UNAVAILABLE").map(({ page }) => page.path)).toContain("/docs/errors");
    expect(searchPages(pages, "  ")).toEqual([]);
    expect(searchPages(pages, "zzzz-no-such-word")).toEqual([]);
  });

  it("shows a line that has the words as it is read, with the place where it stands", () => {
    expect(asRead("- **Read** [the `guide`](/docs/guides/bulk) first")).toBe("Read the guide first");
    expect(asRead("| `met` | [Rules](/docs/rules) |")).toBe("met · Rules");
    expect(asRead("- [ ] Wind is where it comes from")).toBe("Wind is where it comes from");
    expect(asRead("| --- | :-: |")).toBe("");
    const code = searchPages(pages, "SOIL_UNAVAILABLE").find(({ page }) => page.path === "/docs/errors");
    expect(code?.href).toBe("/docs/errors#soil_unavailable");
    for (const query of ["wind", "webhook signature", "erased", "provider_id", "buffer"]) {
      for (const { page, line } of searchPages(pages, query)) {
        const at = `${query} on ${page.path}`;
        expect.soft(line.toLowerCase(), at).toMatch(new RegExp(query.split(" ").join("|"), "u"));
        expect.soft(line, at).not.toMatch(/\]\(|\*\*|^#|^\||\\_/);
        expect.soft(line.length, at).toBeLessThanOrEqual(165);
      }
    }
  });

  it("names every page with its Markdown in llms.txt", () => {
    const text = llmsText(pages, "https://hedgerow.test");
    for (const { path } of pages) expect(text).toContain(`https://hedgerow.test${path}.md`);
    expect(text).toMatch(/never a clearance to apply/);
  });

  it("never promises what the service does not", () => {
    for (const { path, markdown } of pages) {
      const said = markdown.replaceAll(/"(compliant|cleared|safe to spray)"/g, "");
      expect(said, path).not.toMatch(/\b(is compliant|safe to spray|are cleared)\b/i);
    }
  });
});
