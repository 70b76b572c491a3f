import type { Db } from "@/lib/data/db";
import { listLabelSignatures } from "@/lib/data/operators/label-signatures";
import type { SecondReader } from "@/lib/rulebook/label-files/second-readers";
import type { ParsedLabels } from "@/lib/rulebook/label-files/parse-labels";
import { factRowsOf, type LabelFactRow, partFileOf } from "@/lib/usecases/labels/fact-rows";

export interface SignatureExport {
  /** What goes into the files: facts as they stand, that one person read and another agrees with. */
  readers: (SecondReader & { row: LabelFactRow })[];
  disputed: LabelFactRow[];
  /** Signed, and changed since. */
  fallen: LabelFactRow[];
}

/** What the console's signatures would put into the label files. A disputed fact gets no second reader. */
export async function exportSignatures(db: Db, { folders, parts }: ParsedLabels): Promise<SignatureExport> {
  const signatures = await listLabelSignatures(db, null);
  const contents = [
    ...folders.flatMap(({ editions }) => editions),
    ...parts.map((part) => ({ file: partFileOf(part.name), content: part })),
  ];
  const found: SignatureExport = { readers: [], disputed: [], fallen: [] };
  for (const { file, content } of contents) {
    factRowsOf(file, content, signatures).forEach((row, index) => {
      if (row.state === "disputed") found.disputed.push(row);
      if (row.fallen.length > 0 && row.signatures.length === 0) found.fallen.push(row);
      const [first] = row.signatures;
      if (row.state !== "signed" || first === undefined) return;
      const checkedOn = first.signedAt.toISOString().slice(0, 10);
      found.readers.push({ file, index, checkedBy: first.signedBy, checkedOn, row });
    });
  }
  return found;
}
