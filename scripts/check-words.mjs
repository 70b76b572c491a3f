import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * `npm run words`: finds the words that docs/writing.md asks us to avoid, in every text a person reads. Label quotes and
 * names on the wire are exempt; so are released migrations and sentences of stored records, which must not change.
 */
const guide = readFileSync(new URL("../docs/writing.md", import.meta.url), "utf8");
const table = guide.slice(guide.indexOf("<!-- words:begin -->"), guide.indexOf("<!-- words:end -->"));
const words = [...table.matchAll(/^\|([^|]+)\|/gm)]
  .flatMap(([, cell]) => cell.split(/,(?= )|,\s*$/).map((word) => word.trim()))
  .filter((word) => word !== "" && word !== "Avoid" && !/^-+$/.test(word));
const avoided = new RegExp(
  `(?<![\\w-])(?:${words.map((word) => word.replaceAll(/\s+/g, "\\s+")).join("|")})(?![\\w-])`,
  "gi",
);

/** Names that other people's contracts or laws spell this way, and words that callers send. */
const KEPT = /\brecognised\b(?=["'`: ?;,)}\]])|"quote":\s*".*"|"centre pivot"/g;
const SKIPPED =
  /^(prisma\/migrations\/|lib\/data\/stored\/first-sentences\.ts$|docs\/writing\.md$|package-lock\.json$|scripts\/check-words\.mjs$)/;
const READ = /\.(ts|tsx|mjs|js|css|md|yml|sql|json)$/;

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => READ.test(file) && !SKIPPED.test(file));
let hits = 0;
for (const file of files) {
  const lines = readFileSync(new URL(`../${file}`, import.meta.url), "utf8").split("\n");
  lines.forEach((line, index) => {
    for (const [word] of line.replaceAll(KEPT, "").matchAll(avoided)) {
      hits += 1;
      console.error(`${file}:${index + 1}: "${word}" is on the list of docs/writing.md`);
    }
  });
}
if (hits > 0) console.error(`${hits} words to replace`);
process.exit(hits === 0 ? 0 : 1);
