import { Image, Link, Path, Svg, Text, View } from "@react-pdf/renderer";
import { linkParts } from "@/lib/domain/link-parts";
import type {
  ReportBlock,
  ReportFact,
  ReportMark,
  ReportPassage,
  ReportPhoto,
  ReportStatus,
} from "@/lib/domain/report";
import { Figure } from "@/lib/gateways/pdf/figure";
import { fitted, type Type } from "@/lib/gateways/pdf/letters";
import { CONTENT_WIDTH, INK, styles } from "@/lib/gateways/pdf/styles";
import { Table } from "@/lib/gateways/pdf/table";

const FACT = { labelPt: 78, gapPt: 10, type: { sizePt: 8.5 } };
const STATUS = { besidePt: 128, type: { sizePt: 9 }, titleType: { sizePt: 9, isBold: true } };
const PASSAGE = { indentPt: 11, type: { sizePt: 9 }, factType: { sizePt: 8 }, headType: { sizePt: 9, isBold: true } };
/** Two lines of a paragraph, and each line of facts before it. */
const PASSAGE_AHEAD_PT = { paragraph: 28, fact: 12 };

export function Facts({ facts, widthPt }: { facts: readonly ReportFact[]; widthPt: number }) {
  const valueWidthPt = widthPt / 2 - FACT.labelPt - FACT.gapPt;
  return (
    <View style={styles.facts} wrap={false}>
      {facts.map(({ label, value }) => (
        <View key={label} style={styles.fact} wrap={false}>
          <Text style={styles.factLabel}>{label}</Text>
          <Text style={styles.factValue}>{fitted(value, valueWidthPt, FACT.type)}</Text>
        </View>
      ))}
    </View>
  );
}

/** Shapes that differ without color: a filled disc, a crossed square, a question's ring, a dash. */
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

/** More lines than this may go over to another page: what is kept whole has to fit on one. */
const LINES_KEPT_TOGETHER = 6;

function Status({ status: { mark, word, title, lines } }: { status: ReportStatus }) {
  const widthPt = CONTENT_WIDTH - STATUS.besidePt;
  return (
    <View style={styles.status} wrap={lines.length > LINES_KEPT_TOGETHER}>
      <Mark mark={mark} />
      <Text style={styles.statusWord}>{word}</Text>
      <View style={styles.statusBody}>
        <Text style={styles.statusTitle}>{fitted(title, widthPt, STATUS.titleType)}</Text>
        {lines.map((line, index) => (
          <Text key={index} style={styles.statusLine}>
            {fitted(line, widthPt, STATUS.type)}
          </Text>
        ))}
      </View>
    </View>
  );
}

/** Pieces of one box, each with its share of the line at the left. Facts and first lines are never parted. */
function Passage({ passage: { heading, facts, paragraphs } }: { passage: ReportPassage }) {
  const fit = (text: string, type: Type): string => fitted(text, CONTENT_WIDTH - PASSAGE.indentPt, type);
  const ahead = (left: number): number => PASSAGE_AHEAD_PT.paragraph + left * PASSAGE_AHEAD_PT.fact;
  return (
    <>
      <View style={styles.passageGap} minPresenceAhead={ahead(facts.length + 1)} />
      <Text style={[styles.passage, styles.passageHeading]} minPresenceAhead={ahead(facts.length)}>
        {fit(heading, PASSAGE.headType)}
      </Text>
      {facts.map((fact, index) => (
        <Text
          key={fact}
          style={[styles.passage, styles.passageFacts]}
          minPresenceAhead={ahead(facts.length - 1 - index)}
        >
          {fit(fact, PASSAGE.factType)}
        </Text>
      ))}
      {paragraphs.map((paragraph, index) => (
        <Text key={index} style={[styles.passage, styles.paragraph]} orphans={2} widows={2}>
          {fit(paragraph, PASSAGE.type)}
        </Text>
      ))}
    </>
  );
}

const PHOTO = { textPt: CONTENT_WIDTH - 178, titleType: { sizePt: 9 }, noteType: { sizePt: 8 } };

/** The picture beside its words, never parted from them. */
function Photo({ photo: { title, notes, picture } }: { photo: ReportPhoto }) {
  return (
    <View style={styles.photo} wrap={false}>
      {picture === undefined ? null : (
        <Image style={styles.picture} src={{ data: Buffer.from(picture), format: "jpg" }} />
      )}
      <View style={styles.photoBody}>
        <Text>{fitted(title, PHOTO.textPt, PHOTO.titleType)}</Text>
        {notes.map((note) => (
          <Text key={note} style={styles.quiet}>
            {fitted(note, PHOTO.textPt, PHOTO.noteType)}
          </Text>
        ))}
      </View>
    </View>
  );
}

/** A text whose addresses can be followed. */
const Linked = ({ text, links, type }: { text: string; links: readonly string[]; type: Type }) =>
  linkParts(text, links).map(({ text: part, href }, index) =>
    href === null ? (
      fitted(part, CONTENT_WIDTH, type)
    ) : (
      <Link key={index} src={href} style={styles.link}>
        {fitted(part, CONTENT_WIDTH, type)}
      </Link>
    ),
  );

const TEXT_TYPES = { plain: { sizePt: 9 }, quiet: { sizePt: 8 }, strong: { sizePt: 9, isBold: true } };

export function Block({ block }: { block: ReportBlock }) {
  switch (block.kind) {
    case "text":
      return (
        <Text style={block.tone === "plain" ? styles.text : styles[block.tone]} orphans={2} widows={2}>
          <Linked text={block.text} links={block.links ?? []} type={TEXT_TYPES[block.tone]} />
        </Text>
      );
    case "subheading":
      return <Text style={styles.subheading}>{block.text}</Text>;
    case "facts":
      return <Facts facts={block.facts} widthPt={CONTENT_WIDTH} />;
    case "statuses":
      return block.statuses.map((status, index) => <Status key={index} status={status} />);
    case "figure":
      return <Figure figure={block.figure} />;
    case "photos":
      return block.photos.map((photo) => <Photo key={photo.entryId} photo={photo} />);
    case "table":
      return (
        <>
          <View style={styles.tableGap} minPresenceAhead={beginningPt(block)} />
          <Table table={block} />
        </>
      );
    case "passage":
      return <Passage passage={block} />;
  }
}

/** Points that the beginning of a block needs: enough of it to be read with what heads it. */
export function beginningPt(block: ReportBlock): number {
  switch (block.kind) {
    case "text":
      return 30;
    case "subheading":
      return 24;
    case "facts":
      return 18 * Math.ceil(block.facts.length / 2);
    case "statuses":
      return 52;
    case "figure":
      return block.figure.height + 36;
    case "photos":
      return 140;
    case "table":
      return 60;
    case "passage":
      return 90;
  }
}
