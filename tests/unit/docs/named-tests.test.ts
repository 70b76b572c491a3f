import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));
const textOf = (page: string) => ({ page, text: readFileSync(page, "utf8") });
const pages = files.filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md").map(textOf);
/** The changelog also names what is gone: its links have to lead somewhere all the same. */
const linked = [...pages, textOf("CHANGELOG.md")];
/** What a pattern with one group finds, page by page. */
const namedBy = (pattern: RegExp, among = pages) =>
  among.flatMap(({ page, text }) => [...text.matchAll(pattern)].map(([, name = ""]) => ({ page, name })));

const anchorsOf = (page: string): string[] =>
  [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe("a page of docs", () => {
  /** A sentence that names its test is worth what the test is: one that was moved or deleted holds nothing. */
  it("names tests and files of our code that are there", () => {
    const named = namedBy(/`((?:tests|lib|scripts|bench)\/[\w./()[\]-]+\.(?:ts|tsx|mjs))`/g);
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(({ name }) => !existsSync(name))).toEqual([]);
  });

  it("names by the end of its path only a file that is there", () => {
    // A file of earlier days, which the decision that ended it names.
    const ended = new Set(["eslint.config.mjs"]);
    const named = namedBy(/`(\w[\w./()[\]-]*\.(?:ts|tsx|mjs))`/g).filter(({ name }) => !ended.has(name));
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });

  it("leads to pages and headings that are there", () => {
    const links = namedBy(/\]\((?!https?:|mailto:|\/)([^)\s]+)\)/g, linked);
    const broken = links.filter(({ page, name }) => {
      const [path = "", anchor] = name.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(links.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  it("names commands and decisions that are there", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    const commands = namedBy(/npm run (?:-s )?([a-z]+(?:[:-][a-z0-9]+)*)/g);
    const decisions = namedBy(/\b[Dd]ecisions? (\d{4})\b/g);
    expect(commands.filter(({ name }) => !(name in scripts))).toEqual([]);
    expect(decisions.filter(({ name }) => !files.some((file) => file.startsWith(`docs/decisions/${name}-`)))).toEqual(
      [],
    );
  });
});

/** Where the commands of a tool are declared beside its own script. */
const DECLARED_IN: Record<string, string[]> = { data: ["operator/refresh", "operator/preview"] };

it.each(["provider", "key", "field", "data", "operator", "webhook", "labels"])(
  "README lists every command of `npm run %s`, and no other",
  (tool) => {
    const scripts = [tool, ...(DECLARED_IN[tool] ?? [])].map((name) => readFileSync(`scripts/${name}.ts`, "utf8"));
    const declared = [...scripts.join("\n").matchAll(/\.command\("([a-z-]+)/g)].map(([, name = ""]) => name);
    // The longest list: `npm run data -- import` is an example elsewhere on the page.
    const lists = [
      ...readFileSync("README.md", "utf8").matchAll(new RegExp(`npm run ${tool} -- ((?:[a-z-]+(?: \\| )?)+)`, "g")),
    ];
    const [listed = ""] = lists.map(([, list = ""]) => list).toSorted((a, b) => b.length - a.length);
    expect(listed.trim().split(" | ").toSorted()).toEqual(declared.toSorted());
  },
);

/** "docs/rules.md, Drift": anyone who changes the rule looks there. */
it("a comment that names a heading of docs names one that is there", () => {
  const named = files
    .filter((file) => /^(?:app|components|lib|scripts)\/.*\.(?:ts|tsx|mjs)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, "utf8").replaceAll(/\n\s*(?:\*|\/\/) ?/g, " ");
      return [...text.matchAll(/(docs\/[\w/-]+\.md),? "?([A-Z][^".]*)/g)].map(([, page = "", heading = ""]) => ({
        file,
        page,
        heading,
      }));
    });
  const missing = named.filter(({ page, heading }) => {
    const headings = existsSync(page) ? [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)] : [];
    return !headings.some(([, known = ""]) => heading.toLowerCase().startsWith(known.toLowerCase()));
  });
  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
