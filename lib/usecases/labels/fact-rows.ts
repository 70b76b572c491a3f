import type { FactState, LabelSignature } from "@/lib/domain/label-signature";
import { isReadTwice } from "@/lib/rulebook/label-files/evidence";
import { factKey } from "@/lib/rulebook/label-files/merge-facts";
import type { LabelFact } from "@/lib/rulebook/label-files/schema-facts";
import type { EditionFile, PartFile } from "@/lib/rulebook/label-files/schema-files";
import { hashOf } from "@/lib/usecases/canonical/canonical-json";

/** A fact of a label file with what second readers say of it. */
export interface LabelFactRow {
  file: string;
  key: string;
  /** Changes with anything that the fact says. */
  hash: string;
  fact: LabelFact;
  sources: EditionFile["sources"][string][];
  /** The shared block that the fact stands in; null: in the edition itself. */
  part: string | null;
  state: FactState;
  /** On the fact as it stands; each reader's last word. */
  signatures: LabelSignature[];
  /** Signed before the fact changed: they no longer count. */
  fallen: LabelSignature[];
}

export const partFileOf = (name: string): string => `label-parts/${name}.json`;

/** What a signature speaks for: all that the fact says, but for who checked it. A "no" rests on the text that was read. */
function contentHash(fact: LabelFact, sources: LabelFactRow["sources"], text: EditionFile["text"] | null): string {
  const said = { ...fact, checkedBy: null, checkedOn: null };
  return hashOf({ said, sources, ...(fact.fact === "esa_language" && { text }) });
}

/** The facts of an edition, or of a shared block, in the file's order. */
export function factRowsOf(
  file: string,
  content: EditionFile | PartFile,
  signatures: readonly LabelSignature[],
): LabelFactRow[] {
  const ours = signatures.filter((signature) => signature.file === file);
  const [part, text] = "labelDate" in content ? [null, content.text] : [content.name, null];
  return content.facts.map((fact) => {
    const sources = fact.sources.flatMap((name) => content.sources[name] ?? []);
    const hash = contentHash(fact, sources, text);
    const key = factKey(fact);
    const current = lastWords(ours.filter((signature) => signature.contentHash === hash));
    const fallen = lastWords(ours.filter(({ factKey: about, contentHash: was }) => about === key && was !== hash));
    return { file, key, hash, fact, sources, part, state: stateOf(fact, current), signatures: current, fallen };
  });
}

/** Each reader's last word, without what was taken back. */
function lastWords(signatures: readonly LabelSignature[]): LabelSignature[] {
  const last = new Map(signatures.map((signature) => [signature.operatorId, signature]));
  return [...last.values()].filter(({ verdict }) => verdict !== "withdrawn");
}

function stateOf(fact: LabelFact, signatures: readonly LabelSignature[]): FactState {
  if (signatures.some(({ verdict }) => verdict === "differs")) return "disputed";
  if (fact.evidence !== "read") return fact.evidence;
  if (isReadTwice(fact)) return "read_twice";
  return signatures.length > 0 ? "signed" : "open";
}
