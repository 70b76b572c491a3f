import { v7 as uuidv7 } from "uuid";
import { type Db, type Prisma, readReference } from "@/lib/data/db";
import type { LabelSignature, SignatureVerdict } from "@/lib/domain/label-signature";

/** Every signature on facts of the files, oldest first. Null: of all files. */
export async function listLabelSignatures(db: Db, files: readonly string[] | null): Promise<LabelSignature[]> {
  const rows = await readReference(() =>
    db.prisma.labelSignature.findMany({
      where: files === null ? {} : { file: { in: [...files] } },
      omit: { signatureId: true },
      orderBy: { signatureId: "asc" },
    }),
  );
  return rows.map((row) => ({ ...row, verdict: row.verdict as SignatureVerdict }));
}

export const insertLabelSignature = async (
  tx: Pick<Prisma.TransactionClient, "labelSignature">,
  signature: LabelSignature,
): Promise<void> => {
  await tx.labelSignature.create({
    data: { ...signature, signatureId: uuidv7() },
    select: { signatureId: true },
  });
};
