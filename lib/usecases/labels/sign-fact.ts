import type { Db } from "@/lib/data/db";
import { recordAction } from "@/lib/data/operators/audit";
import { insertLabelSignature, listLabelSignatures } from "@/lib/data/operators/label-signatures";
import { asConsole } from "@/lib/data/operators/operators";
import type { LabelSignature, SignatureVerdict } from "@/lib/domain/label-signature";
import { type ActionBy, OperatorRefusal } from "@/lib/domain/operator";
import { isReadTwice } from "@/lib/rulebook/label-files/evidence";
import { factRowsOf, type LabelFactRow, partFileOf } from "@/lib/usecases/labels/fact-rows";
import type { LabelBook } from "@/lib/usecases/labels/label-book";

/** Who signs, and where. */
export interface SigningContext {
  db: Db;
  by: ActionBy;
  now: Date;
  book: LabelBook;
  reader: { operatorId: string; name: string; email: string };
}

export interface WantedSignature {
  file: string;
  /** Of the fact as the reader saw it. */
  hash: string;
  verdict: SignatureVerdict;
  page: string;
  note: string;
}

const LONGEST = { page: 200, note: 1000 };
const ACTIONS = { agrees: "label.sign", differs: "label.dispute", withdrawn: "label.withdraw" } as const;

/**
 * A second reader's word on a fact. It changes no answer: the facts of the files stay what the service uses, until
 * `npm run labels -- signatures --write` puts the reader into them.
 */
export async function signFact(context: SigningContext, wanted: WantedSignature): Promise<void> {
  const { db, by, now, book, reader } = context;
  const row = findRow(book, await listLabelSignatures(db, [wanted.file]), wanted);
  const [page, note] = [shortText(wanted, "page"), shortText(wanted, "note")];
  refuseUnfit(row, wanted.verdict, reader);
  const isWithdrawn = wanted.verdict === "withdrawn";
  if (!isWithdrawn && page === null) throw new OperatorRefusal("Name the page or section where you read it.");
  if (wanted.verdict === "differs" && note === null) throw new OperatorRefusal("Write what the label says.");
  const signature: LabelSignature = {
    file: row.file,
    factKey: row.key,
    contentHash: row.hash,
    verdict: wanted.verdict,
    page,
    note,
    operatorId: reader.operatorId,
    signedBy: reader.name,
    signedEmail: reader.email,
    signedAt: now,
  };
  await asConsole(db, async (tx) => {
    await insertLabelSignature(tx, signature);
    await recordAction(tx, by, {
      action: ACTIONS[wanted.verdict],
      object: { kind: "label", id: row.file.replace(/\.json$/, "") },
      after: { fact: row.key, content: row.hash.slice(0, 12), page, note },
    });
  });
}

function findRow(book: LabelBook, signatures: readonly LabelSignature[], { file, hash }: WantedSignature) {
  const edition = book.folders.flatMap(({ editions }) => editions).find((each) => each.file === file)?.content;
  const content = edition ?? book.parts.find(({ name }) => partFileOf(name) === file);
  const row = content && factRowsOf(file, content, signatures).find((each) => each.hash === hash);
  if (row === undefined) throw new OperatorRefusal("This fact changed since the page was loaded. Load the page again.");
  return row;
}

function shortText(wanted: WantedSignature, name: "page" | "note"): string | null {
  const text = wanted[name].trim();
  if (text.length > LONGEST[name] || /\p{Cc}/u.test(text.replaceAll(/[\r\n\t]/g, ""))) {
    throw new OperatorRefusal(`Write at most ${LONGEST[name]} plain characters.`);
  }
  return text === "" ? null : text;
}

function refuseUnfit(row: LabelFactRow, verdict: SignatureVerdict, reader: SigningContext["reader"]): void {
  const isSigned = row.signatures.some(({ operatorId }) => operatorId === reader.operatorId);
  if (verdict === "withdrawn") {
    if (!isSigned) throw new OperatorRefusal("You have signed nothing here that could be taken back.");
    return;
  }
  if (isFirstReader(row, reader)) {
    throw new OperatorRefusal("You are the first reader of this fact. The second reader has to be someone else.");
  }
  if (verdict === "differs") return;
  if (row.fact.evidence !== "read") {
    throw new OperatorRefusal(
      "No one has entered this fact as read in the label, so there is no first reading to confirm. Enter it by spreadsheet.",
    );
  }
  if (isReadTwice(row.fact)) throw new OperatorRefusal("The files name a second reader of this fact already.");
}

const plain = (name: string): string => name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase();

/** The files name readers by name or initials as the team knows them, so a name and an address both count. */
export function isFirstReader({ fact }: Pick<LabelFactRow, "fact">, { name, email }: { name: string; email: string }) {
  return [name, email, email.split("@")[0] ?? ""].map(plain).includes(plain(fact.readBy));
}
