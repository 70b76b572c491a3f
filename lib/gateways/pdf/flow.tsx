import { Text, View } from "@react-pdf/renderer";
import type { ReportBlock, ReportSection } from "@/lib/domain/report";
import { Block, beginningPt } from "@/lib/gateways/pdf/blocks";
import { fitted, type Type } from "@/lib/gateways/pdf/letters";
import { CONTENT_WIDTH, styles } from "@/lib/gateways/pdf/styles";

/** A heading, or a text that is one: it is never the last thing on a page. */
interface Head {
  text: string;
  style: "heading" | "subheading" | "strong" | "quiet";
}

/** Heads, and what they stand over. */
interface Group {
  heads: Head[];
  body: ReportBlock | null;
}

const TYPES: Record<Head["style"], Type> = {
  heading: { sizePt: 12.5, isBold: true },
  subheading: { sizePt: 10, isBold: true },
  strong: { sizePt: 9, isBold: true },
  quiet: { sizePt: 8 },
};
/** More blocks than this may not fit on one page. */
const MOST_KEPT_WHOLE = 10;
/** Of a head of one line, with the white above it. */
const HEAD_PT: Record<Head["style"], number> = { heading: 35, subheading: 25, strong: 20, quiet: 15 };

/** A note over a map or over texts stays there. */
function headOf(block: ReportBlock, next: ReportBlock | undefined): Head | null {
  if (block.kind === "subheading") return { text: block.text, style: "subheading" };
  if (block.kind !== "text" || block.tone === "plain") return null;
  if (block.tone === "strong") return next === undefined ? null : { text: block.text, style: "strong" };
  return next?.kind === "figure" || next?.kind === "passage" ? { text: block.text, style: "quiet" } : null;
}

export function groupsOf({ heading, blocks }: ReportSection): Group[] {
  const groups: Group[] = [];
  let heads: Head[] = [{ text: heading, style: "heading" }];
  for (const [index, block] of blocks.entries()) {
    const head = headOf(block, blocks[index + 1]);
    if (head !== null) {
      heads.push(head);
      continue;
    }
    groups.push({ heads, body: block });
    heads = [];
  }
  return heads.length === 0 ? groups : [...groups, { heads, body: null }];
}

/** What has to stand below a head on its page: the heads under it, and the beginning of what they head. */
const aheadOf = ({ heads, body }: Group, index: number): number =>
  heads.slice(index + 1).reduce((sum, { style }) => sum + HEAD_PT[style], body === null ? 0 : beginningPt(body));

/**
 * A section, group by group. Each group is a box whose pieces stand in it themselves, after a mark without height: the
 * engine keeps a piece with what follows only among the pieces of one box, and only if it may break before it.
 */
export function Section({ section, isLast = false }: { section: ReportSection; isLast?: boolean }) {
  const groups = groupsOf(section).map((group, at) => <GroupBox key={at} group={group} />);
  return isLast && isShort(section) ? <View wrap={false}>{groups}</View> : groups;
}

/** Texts and facts alone: at the end of a report they stand together, and no sheet holds its last few lines. */
const isShort = ({ blocks }: ReportSection): boolean =>
  blocks.length <= MOST_KEPT_WHOLE && blocks.every(({ kind }) => kind === "text" || kind === "facts");

const GroupBox = ({ group }: { group: Group }) => (
  <View>
    <View style={styles.start} />
    {group.heads.map(({ text, style }, index) => (
      <Text key={index} style={styles[style]} minPresenceAhead={aheadOf(group, index)}>
        {fitted(text, CONTENT_WIDTH, TYPES[style])}
      </Text>
    ))}
    {group.body === null ? null : <Block block={group.body} />}
  </View>
);
