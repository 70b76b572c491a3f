import { Document, Image, Page, Text, View } from "@react-pdf/renderer";
import type { ReportDocument, ReportLogo } from "@/lib/domain/report";
import { Facts } from "@/lib/gateways/pdf/blocks";
import { Section } from "@/lib/gateways/pdf/flow";
import { fitted } from "@/lib/gateways/pdf/letters";
import { Seal, SEAL_WIDTH_PT } from "@/lib/gateways/pdf/seal";
import { ACCENT, CONTENT_WIDTH, styles } from "@/lib/gateways/pdf/styles";

/** One line has room for so many letters; the whole name stands below the title. */
const cut = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;

function Head({ report }: { report: ReportDocument }) {
  return (
    <View style={[styles.head, { borderBottomColor: report.brand.accent ?? ACCENT }]} fixed>
      <Text style={styles.headBrand}>{cut(report.brand.name, 48)}</Text>
      <Text style={styles.headTitle}>{`${report.title} · ${cut(report.fieldName, 44)}`}</Text>
    </View>
  );
}

/** The engine asks before it knows how many pages there are. */
const pageText = (words: string, page: number, pages: number | undefined): string =>
  words.replace("{page}", String(page)).replace("{pages}", String(pages));

function Foot({ report }: { report: ReportDocument }) {
  return (
    <View style={styles.foot} fixed>
      <Text>{report.standingLine}</Text>
      <View style={styles.footRow}>
        <Text>{report.pageWords.record}</Text>
        <Text render={({ pageNumber, totalPages }) => pageText(report.pageWords.page, pageNumber, totalPages)} />
      </View>
    </View>
  );
}

const OPENING = { gapPt: 18, fieldType: { sizePt: 13 } };

interface Props {
  report: ReportDocument;
  logo: ReportLogo | null;
}

const sourceOf = ({ bytes, type }: ReportLogo) => ({
  data: Buffer.from(bytes),
  format: type === "image/png" ? ("png" as const) : ("jpg" as const),
});

function Opening({ report, logo }: Props) {
  const widthPt = CONTENT_WIDTH - SEAL_WIDTH_PT - OPENING.gapPt;
  return (
    <View style={styles.opening}>
      <View style={styles.openingText}>
        {logo === null ? null : <Image style={styles.logo} src={sourceOf(logo)} />}
        <Text style={styles.title}>{report.title}</Text>
        <Text style={styles.titleField}>{fitted(report.fieldName, widthPt, OPENING.fieldType)}</Text>
        <Facts facts={report.facts} widthPt={widthPt} />
      </View>
      {report.verifyUrl === null ? null : (
        <Seal url={report.verifyUrl} hash={report.recordHash} scan={report.pageWords.scan} />
      )}
    </View>
  );
}

/**
 * A report as a PDF. Date and identifier come from the record and not from the clock or chance: pdfkit takes the
 * document's id from the hash of its information, which the record's hash is a part of.
 */
export function ReportPdf({ report, logo }: Props) {
  return (
    <Document
      title={`${report.title}: ${report.fieldName}`}
      author={report.brand.name}
      subject={report.pageWords.subject}
      keywords={`record sha-256 ${report.recordHash}`}
      creator="Hedgerow"
      producer="Hedgerow"
      language={report.language}
      creationDate={report.recordedAt}
      conformance="PDF/A-3b"
    >
      <Page size="LETTER" style={styles.page} experimentalPagination>
        <Head report={report} />
        <Foot report={report} />
        <Opening report={report} logo={logo} />
        {report.sections.map((section, index) => (
          <Section key={section.id} section={section} isLast={index === report.sections.length - 1} />
        ))}
      </Page>
    </Document>
  );
}
