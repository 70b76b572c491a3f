import { findSignedRecord, type KeptSignedRecord } from "@/lib/data/signed-records";
import type { SignedRecord } from "@/lib/domain/application-record";
import type { VerifiedRecord } from "@/lib/domain/verified-report";
import type { Deps } from "@/lib/runtime/deps";
import { sha256Of } from "@/lib/usecases/canonical/canonical-json";
import { readLogStanding } from "@/lib/usecases/record-log/read-log";

/**
 * What anyone may learn of the hash of a signed record: which field and day it is of, how complete it was as it was
 * signed, and what was added since. Neither who signed it nor what it says. Null: no signed record has this hash.
 */
export async function verifySignedRecord(deps: Deps, hash: string): Promise<VerifiedRecord | null> {
  const kept = await findSignedRecord(deps.db, hash);
  if (kept === null) return null;
  const log = await readLogStanding(deps, hash);
  const { signedAt, additions } = kept;
  // Compared with the text itself: a text that was put in its place by hand has another hash.
  const isSame = sha256Of(kept.signedRecord) === hash;
  const about = isSame && !kept.isClosed ? aboutOf(kept) : null;
  return {
    state: isSame ? "signed" : "altered",
    signedAt,
    log,
    about,
    additions: kept.isClosed ? [] : changesOf(additions),
  };
}

function aboutOf({ signedRecord }: KeptSignedRecord): NonNullable<VerifiedRecord["about"]> {
  const { fieldName, record } = JSON.parse(signedRecord) as SignedRecord;
  const [first] = record.sets;
  return {
    fieldName,
    appliedOn: record.appliedOn,
    keptUntil: record.keptUntil,
    complete: first?.complete ?? 0,
    total: first?.total ?? 0,
    doneOtherwise: record.flags.length,
  };
}

/** Of each kind how many, and when the last came. */
function changesOf(additions: KeptSignedRecord["additions"]): VerifiedRecord["additions"] {
  const kinds = new Map<VerifiedRecord["additions"][number]["what"], Date[]>();
  for (const { kind, isCorrection, savedAt } of additions) {
    const what = kind === "strike" ? "taken_out" : isCorrection ? "corrected" : "added";
    kinds.set(what, [...(kinds.get(what) ?? []), savedAt]);
  }
  return [...kinds].map(([what, times]) => ({
    what,
    count: times.length,
    lastAt: new Date(Math.max(...times.map((time) => time.getTime()))),
  }));
}
