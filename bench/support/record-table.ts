import { format } from "oxfmt";
import type { BenchRecord } from "@/bench/support/record";
import { ratioText } from "@/bench/support/report";

const BEGIN = "<!-- what is kept: begin -->";
const END = "<!-- what is kept: end -->";

const HEAD = ["Bench", "Work", "Compared with", "Target", "Measured", "Day, Node, load"];

/** Every kept line as a table of Markdown, as `npm run format` writes it. */
export async function recordTable(record: BenchRecord): Promise<string> {
  const lines = Object.entries(record).flatMap(([name, { day, node, load, rows }]) =>
    rows.map(({ work, comparedWith, target, ratio, isMet }) => [
      `\`${name}\``,
      work.trim(),
      comparedWith,
      target.replace("<=", "≤").replace(">=", "≥"),
      `${ratioText(ratio)}${isMet === false ? ", missed" : ""}`,
      `${day}, ${node.replace(/^v(\d+).*/, "$1")}, ${load.join(" to ")}`,
    ]),
  );
  const text = [HEAD, HEAD.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return (await format("table.md", text)).code.trim();
}

/** The document with its table of what is kept replaced. Throws RangeError on one without the place for it. */
export function withTable(document: string, table: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new RangeError(`the document has no place between ${BEGIN} and ${END}`);
  return `${document.slice(0, begin)}${BEGIN}\n\n${table}\n\n${document.slice(end)}`;
}
