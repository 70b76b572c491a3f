import type { IssueView } from "@/lib/views/portal/overview";
import { DOWNSLOPE_ANCHOR } from "@/lib/views/portal/pages";

/** Where what would help is done, for issues whose remedy is a tool of the drift page. */
const TOOLS: Readonly<Record<string, string>> = { DOWNSLOPE_UNVERIFIED: DOWNSLOPE_ANCHOR };

/** What would help with an issue: a link where a tool does it. `driftHref` is empty on the drift page itself. */
export function Remedy({ issue: { code, remedy }, driftHref }: { issue: IssueView; driftHref: string }) {
  const tool = TOOLS[code];
  return tool === undefined ? remedy : <a href={`${driftHref}#${tool}`}>{remedy}</a>;
}
