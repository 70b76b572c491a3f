import { FACT_STATES, type FactState, type LabelSignature } from "@/lib/domain/label-signature";
import { isReadTwice } from "@/lib/rulebook/label-files/evidence";
import type { EditionFile } from "@/lib/rulebook/label-files/schema-files";
import { diffEditions, type FactChange, factName, factValue, factWords } from "@/lib/rulebook/label-files/words";
import type { LabelFactRow } from "@/lib/usecases/labels/fact-rows";
import type { EditionRows, ListedLabel, ProductLabels } from "@/lib/usecases/labels/read-labels";
import { isFirstReader } from "@/lib/usecases/labels/sign-fact";
import {
  type DiffView,
  type EditionView,
  FACT_STATE_WORDS,
  type FactView,
  type LabelListView,
  type LabelView,
  type SignatureView,
} from "@/lib/views/console/labels";

const PAGE = 50;

const statesInWords = (counts: Record<FactState, number>): string =>
  FACT_STATES.filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${FACT_STATE_WORDS[state].toLowerCase()}`)
    .join(", ");

export function labelListView(
  found: readonly ListedLabel[],
  { text, state, page }: { text: string; state: FactState | null; page: number },
): LabelListView {
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const shown = Math.min(Math.max(1, page), pages);
  return {
    text,
    state,
    page: shown,
    pages,
    found: found.length,
    rows: found.slice((shown - 1) * PAGE, shown * PAGE).map(({ product, labelDates, hasNewerLabel, counts }) => ({
      registration: product.registration,
      name: product.name,
      registrant: product.registrant ?? "not known",
      newest: labelDates.at(-1) ?? "none",
      hasNewerLabel,
      states: statesInWords(counts),
    })),
  };
}

/** Who looks at a page, where they may sign. */
interface Reader {
  operatorId: string;
  name: string;
  email: string;
}

export function labelView(
  { product, editions, inForce, catalogueVersion, newestLabelDate }: ProductLabels,
  state: FactState | null,
  reader: Reader | null,
): LabelView {
  const newestEntered = editions[0]?.edition.labelDate ?? "";
  return {
    registration: product.registration,
    name: product.name,
    facts: [
      { label: "Registrant", value: product.registrant ?? "not known" },
      { label: "Other names", value: product.otherNames.join(", ") || "none" },
      { label: "Status at EPA", value: product.status === null ? "not known" : statusWords(product.status) },
      { label: "In force", value: forceWords(inForce, catalogueVersion) },
      ...(product.transferredTo === undefined ? [] : [{ label: "Number today", value: product.transferredTo }]),
    ],
    note: product.note ?? null,
    newerLabel: (newestLabelDate ?? "") > newestEntered ? newestLabelDate : null,
    state,
    editions: editions.map((each) => editionView(each, { state, reader, inForce })),
  };
}

const statusWords = ({ value, asOf }: { value: string; asOf: string | null }): string =>
  asOf === null ? value : `${value} on ${asOf}`;

function forceWords(inForce: string[] | null, version: string | null): string {
  if (version === null) return "no catalogue is in force";
  if (inForce === null) return `not in the catalogue ${version}`;
  return inForce.length === 0 ? `no edition, by ${version}` : `${inForce.join(", ")}, by ${version}`;
}

function editionView(
  { edition, rows }: EditionRows,
  { state, reader, inForce }: { state: FactState | null; reader: Reader | null; inForce: string[] | null },
): EditionView {
  const shown = rows.filter((row) => state === null || row.state === state);
  return {
    labelDate: edition.labelDate,
    holds: edition.until === null ? `from ${edition.from}` : `from ${edition.from} to ${edition.until}`,
    text: textWords(edition.text),
    note: edition.note ?? null,
    isInForce: inForce?.includes(edition.labelDate) === true,
    facts: shown.map((row) => factView(row, reader)),
    hidden: rows.length - shown.length,
  };
}

const TEXT_WORDS: Record<EditionFile["text"]["kind"], string> = {
  stamped: "EPA's stamped label",
  registrant: "the registrant's copy of the label",
  proposed: "a proposed label",
  excerpt: "an excerpt of the label",
  summary: "a summary of the label",
  none: "nothing of the label itself",
};

const textWords = ({ kind, pages, readToEnd, supplements }: EditionFile["text"]): string =>
  `${TEXT_WORDS[kind]}${supplements === undefined ? "" : `, supplemental to that of ${supplements}`}${pages === null ? "" : `, ${pages} pages`}${readToEnd ? ", read to its end" : ""}`;

function factView(row: LabelFactRow, reader: Reader | null): FactView {
  const { fact } = row;
  const isSigned = reader !== null && row.signatures.some(({ operatorId }) => operatorId === reader.operatorId);
  const isSecond = reader !== null && !isSigned && !isFirstReader(row, reader);
  return {
    hash: row.hash,
    file: row.file,
    name: factName(fact),
    value: factValue(fact),
    state: row.state,
    quote: fact.quote,
    page: fact.page,
    sources: row.sources.map(({ title, url, documentDate }) => ({ title, url, date: documentDate })),
    readBy: fact.readBy,
    readOn: fact.readOn,
    checkedBy: fact.checkedBy,
    checkedOn: fact.checkedOn,
    note: fact.note ?? null,
    part: row.part,
    signatures: row.signatures.map(signatureView),
    fallen: row.fallen.map(signatureView),
    may: {
      agree: isSecond && fact.evidence === "read" && !isReadTwice(fact),
      differ: isSecond,
      withdraw: isSigned,
    },
  };
}

function signatureView({ verdict, page, note, signedBy, signedAt }: LabelSignature): SignatureView {
  const said = verdict === "agrees" ? "agrees" : "read something else";
  const where = page === null ? said : `${said}, ${page}`;
  return { who: signedBy, when: signedAt.toISOString(), words: note === null ? where : `${where}: ${note}` };
}

/** What differs between two editions; null where one of the dates is not an edition's. */
export function diffView({ product, editions }: ProductLabels, from: string, to: string): DiffView | null {
  const dates = editions.map(({ edition }) => edition.labelDate);
  const [newest, before] = [to || (dates[0] ?? ""), from || (dates[1] ?? "")];
  const editionAt = (date: string) => editions.find(({ edition }) => edition.labelDate === date)?.edition;
  const [old, now] = [editionAt(before), editionAt(newest)];
  if (old === undefined || now === undefined) return null;
  return {
    registration: product.registration,
    name: product.name,
    dates,
    from: before,
    to: newest,
    changes: diffEditions(old, now).map((change) => ({
      kind: changeKind(change),
      name: factName(change.after ?? change.before),
      before: change.before === null ? null : factLine(factWords(change.before)),
      after: change.after === null ? null : factLine(factWords(change.after)),
    })),
  };
}

/** The same value with other readers behind it is no change of the label. */
function changeKind(change: FactChange): DiffView["changes"][number]["kind"] {
  if (change.kind === "added") return "new";
  if (change.kind === "removed") return "gone";
  return JSON.stringify(change.before.value) === JSON.stringify(change.after.value) ? "evidence" : "value";
}

/** A fact's line without its name, which stands before it. */
const factLine = (words: string): string => words.slice(words.indexOf(": ") + 2);
