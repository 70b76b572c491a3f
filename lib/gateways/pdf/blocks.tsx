import { Path, Svg, Text, View } from "@react-pdf/renderer";
import type {
  ReportBlock,
  ReportFact,
  ReportMark,
  ReportPassage,
  ReportStatus,
  ReportTable,
} from "@/lib/domain/report";
import { Figure } from "@/lib/gateways/pdf/figure";
import { CONTENT_WIDTH, cutsFor, INK, styles } from "@/lib/gateways/pdf/styles";

/** Room that has to be left below a heading; with less it goes to the next page with what it heads. */
const AHEAD_PT = 60;

const factCuts = cutsFor(CONTENT_WIDTH / 2 - 88, 9);

export function Facts({ facts }: { facts: readonly ReportFact[] }) {
  return (
    <View style={styles.facts}>
      {facts.map(({ label, value }) => (
        <View key={label} style={styles.fact} wrap={false}>
          <Text style={styles.factLabel}>{label}</Text>
          <Text style={styles.factValue} hyphenationCallback={factCuts}>
            {value}
          </Text>
        </View>
      ))}
    </View>
  );
}

/** Shapes that differ without colour: a filled disc, a crossed square, a question's ring, a dash. */
const MARKS: Record<ReportMark, { d: string; fill: string }> = {
  met: { d: "M6 1.2A4.8 4.8 0 1 1 5.99 1.2z", fill: INK },
  short: { d: "M1.5 1.5H10.5V10.5H1.5zM1.5 1.5L10.5 10.5M10.5 1.5L1.5 10.5", fill: "none" },
  open: { d: "M6 1.2A4.8 4.8 0 1 1 5.99 1.2z", fill: "none" },
  none: { d: "M1.5 6H10.5", fill: "none" },
};

function Mark({ mark }: { mark: ReportMark }) {
  const { d, fill } = MARKS[mark];
  return (
    <Svg width={12} height={12} viewBox="0 0 12 12">
      <Path d={d} fill={fill} stroke={INK} strokeWidth={1.2} />
    </Svg>
  );
}

function Status({ status: { mark, word, title, text } }: { status: ReportStatus }) {
  return (
    <View style={styles.status} wrap={false}>
      <Mark mark={mark} />
      <Text style={styles.statusWord}>{word}</Text>
      <View style={styles.statusBody}>
        <Text style={styles.statusTitle}>{title}</Text>
        {text === "" ? null : <Text>{text}</Text>}
      </View>
    </View>
  );
}

const CELL_PADDING_PT = 8;
const CELL_TYPE_PT = 8;
const uncut = (word: string): string[] => [word];

/** The head is drawn again on every page that the table reaches; a row is never cut. */
function Table({ table: { columns, rows } }: { table: ReportTable }) {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  const cuts = columns.map(({ share }) => cutsFor((CONTENT_WIDTH * share) / whole - CELL_PADDING_PT, CELL_TYPE_PT));
  const widths = columns.map(({ share, align }) => ({
    width: `${((100 * share) / whole).toFixed(3)}%`,
    ...(align === undefined ? {} : { textAlign: align }),
  }));
  return (
    <View style={styles.table}>
      <View style={styles.tableHead} fixed wrap={false} minPresenceAhead={24}>
        {columns.map(({ head }, index) => (
          <Text key={head} style={[styles.cellHead, widths[index] ?? {}]}>
            {head}
          </Text>
        ))}
      </View>
      {rows.map((row, at) => (
        <View key={at} style={styles.tableRow} wrap={false}>
          {row.map((value, index) => (
            <Text key={index} style={[styles.cell, widths[index] ?? {}]} hyphenationCallback={cuts[index] ?? uncut}>
              {value}
            </Text>
          ))}
        </View>
      ))}
    </View>
  );
}

function Passage({ passage: { heading, facts, paragraphs } }: { passage: ReportPassage }) {
  return (
    <View style={styles.passage}>
      <View minPresenceAhead={30} wrap={false}>
        <Text style={styles.passageHeading}>{heading}</Text>
        {facts.map((fact) => (
          <Text key={fact} style={styles.passageFacts}>
            {fact}
          </Text>
        ))}
      </View>
      {paragraphs.map((paragraph, index) => (
        <Text key={index} style={styles.paragraph} orphans={2} widows={2}>
          {paragraph}
        </Text>
      ))}
    </View>
  );
}

export function Block({ block }: { block: ReportBlock }) {
  switch (block.kind) {
    case "text":
      return <Text style={block.tone === "plain" ? styles.text : styles[block.tone]}>{block.text}</Text>;
    case "subheading":
      return (
        <Text style={styles.subheading} minPresenceAhead={AHEAD_PT}>
          {block.text}
        </Text>
      );
    case "facts":
      return <Facts facts={block.facts} />;
    case "statuses":
      return (
        <View>
          {block.statuses.map((status, index) => (
            <Status key={index} status={status} />
          ))}
        </View>
      );
    case "figure":
      return <Figure figure={block.figure} />;
    case "table":
      return <Table table={block} />;
    case "passage":
      return <Passage passage={block} />;
  }
}

export function SectionHeading({ text }: { text: string }) {
  return (
    <Text style={styles.heading} minPresenceAhead={AHEAD_PT}>
      {text}
    </Text>
  );
}
