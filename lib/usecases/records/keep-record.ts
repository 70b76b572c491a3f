import { findAttestable } from "@/lib/data/attestations";
import { addRecordEntries, holdRecord, putSignature, type RecordDays } from "@/lib/data/application-records";
import { asProvider, type ProviderTx } from "@/lib/data/db";
import { dropPhotos } from "@/lib/data/record-photos";
import { logRecord } from "@/lib/data/record-log";
import { MOST_RECORD_ENTRIES, type NewRecordEntry, type SignedRecord } from "@/lib/domain/application-record";
import { invalidRequest, type Fault } from "@/lib/domain/errors";
import { applicationNotFound } from "@/lib/usecases/applications/read-compliance";
import { canonicalJson, hashOf } from "@/lib/usecases/canonical/canonical-json";
import { getRecord, type RecordContext } from "@/lib/usecases/records/read-record";
import type { ApplicationRecord } from "@/lib/usecases/records/record-facts";

/** How a signed record is written down; raised when the same record would be written in another way. */
const SIGNED_FORMAT = 3;

/** Why entries or a signature cannot be kept. */
export class RecordRefusal extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ message }) => message).join(" "));
    this.name = "RecordRefusal";
    this.faults = faults;
  }
}

/**
 * Adds entries to a record that the caller's transaction holds through its application: all or none. One whose id is kept
 * already stays as it was kept. After the signature they are additions: what was signed stays as it was.
 * Throws `RecordRefusal` where an entry replaces one that is not there, and where the record is full.
 */
export async function addEntries(
  tx: ProviderTx,
  context: RecordContext,
  applicationEventId: string,
  sent: readonly NewRecordEntry[],
): Promise<ApplicationRecord> {
  const { deps, provider } = context;
  const before = await getRecord(tx, context, applicationEventId);
  const { ground } = before;
  const kept = new Set(ground.entries.map(({ entryId }) => entryId));
  const fresh = sent.filter(({ entryId }) => !kept.has(entryId));
  refuseBroken(sent, fresh, kept);
  if (fresh.length === 0) return getRecord(tx, context, applicationEventId);
  const savedAt = deps.clock();
  // Held first, so that a signature on its way is waited for; how long it is kept is known once the entries are read.
  const held = await holdRecord(tx, provider.providerId, applicationEventId, {
    ...daysOf(before),
    at: savedAt,
    keptUntil: today(savedAt),
  });
  await addRecordEntries(tx, provider.providerId, applicationEventId, {
    entries: fresh,
    savedAt,
    isAddition: held.isSigned,
  });
  await context.onWritten?.("record");
  if (!held.isSigned) {
    const entryIds = fresh.flatMap(({ replaces }) => replaces ?? []);
    await dropPhotos(tx, provider.providerId, { applicationEventId, entryIds });
  }
  const record = await getRecord(tx, context, applicationEventId);
  await holdRecord(tx, provider.providerId, applicationEventId, { at: savedAt, ...daysOf(record) });
  return record;
}

const daysOf = ({ filled: { keptUntil, appliedOn, readings } }: ApplicationRecord): RecordDays => ({
  keptUntil,
  appliedOn: readings.some(({ moment }) => moment === "start") ? appliedOn : null,
});

const today = (at: Date): string => at.toISOString().slice(0, 10);

function refuseBroken(
  sent: readonly NewRecordEntry[],
  fresh: readonly NewRecordEntry[],
  kept: ReadonlySet<string>,
): void {
  const known = new Set(kept);
  const faults = sent.flatMap(({ entryId, replaces }, index): Fault[] => {
    const isThere = replaces === null || known.has(replaces);
    known.add(entryId);
    const message = "is no entry of this record; read the record again";
    return isThere ? [] : [{ path: ["entries", index, "replaces"], code: "custom", message }];
  });
  if (kept.size + fresh.length > MOST_RECORD_ENTRIES) {
    const message = `would make more than ${MOST_RECORD_ENTRIES} entries in this record`;
    faults.push({ path: ["entries"], code: "custom", message });
  }
  if (faults.length > 0) throw new RecordRefusal(faults);
}

export interface SignOff {
  signedBy: string;
  /** How many entries the signer saw: a record that has others by now is another one. */
  entriesSeen: number;
}

/**
 * Signs a record: from then on what was signed stays as it is. The same signature again changes nothing.
 * Throws `RecordRefusal` where the record is not the one the signer saw, was signed otherwise, or lacks start or end.
 */
export async function signOff(
  tx: ProviderTx,
  context: RecordContext,
  applicationEventId: string,
  { signedBy, entriesSeen }: SignOff,
): Promise<ApplicationRecord> {
  const { deps, provider } = context;
  const signedAt = deps.clock();
  const before = await getRecord(tx, context, applicationEventId);
  refuseUnsignable(before);
  await holdRecord(tx, provider.providerId, applicationEventId, { at: signedAt, ...daysOf(before) });
  const record = await getRecord(tx, context, applicationEventId);
  const signature = record.ground.signature;
  if (signature !== null) {
    if (signature.signedBy === signedBy) return record;
    throw refused("signed_by", `is not the name it was signed with on ${today(signature.signedAt)}`);
  }
  if (record.ground.entries.length !== entriesSeen) {
    throw refused(
      "entries_seen",
      `should be ${record.ground.entries.length}; read the record again before you sign it`,
    );
  }
  const signed = signedRecord(provider.providerId, record, { signedBy, signedAt });
  await putSignature(tx, provider.providerId, applicationEventId, {
    signedBy,
    signedAt,
    recordHash: hashOf(signed),
    signedRecord: canonicalJson(signed),
  });
  await logRecord(tx, hashOf(signed));
  await context.onWritten?.("signature");
  return getRecord(tx, context, applicationEventId);
}

const refused = (member: string, message: string): RecordRefusal =>
  new RecordRefusal([{ path: [member], code: "custom", message }]);

/** A record without start and end is not one of a whole application: signing it would lock it half. */
function refuseUnsignable({ filled }: ApplicationRecord): void {
  const moments = filled.readings.map(({ moment }) => moment);
  const missing = (["start", "end"] as const).filter((moment) => !moments.includes(moment));
  if (missing.length === 0) return;
  throw refused(
    "entries_seen",
    `The record cannot be signed yet: it has no reading with the \`moment\` ${missing.map((moment) => `\`${moment}\``).join(" and ")}. ` +
      "Add entries of kind `reading`, then sign.",
  );
}

const signedRecord = (
  providerId: string,
  { application: { saved }, ground, filled }: ApplicationRecord,
  { signedBy, signedAt }: { signedBy: string; signedAt: Date },
): SignedRecord => ({
  format: SIGNED_FORMAT,
  providerId,
  accountId: saved.accountId,
  applicationId: saved.applicationId,
  applicationEventId: saved.applicationEventId,
  providerFieldId: saved.providerFieldId,
  fieldName: saved.fieldName,
  signedBy,
  signedAt: signedAt.toISOString(),
  record: filled,
  entries: ground.entries.map((entry) => ({ ...entry, savedAt: entry.savedAt.toISOString() })),
});

/** As the API asks for it: the application is held, and a lock of its portal does not count. */
async function asApi(
  context: RecordContext,
  applicationEventId: string,
  work: (tx: ProviderTx) => Promise<ApplicationRecord>,
): Promise<ApplicationRecord> {
  const { deps, provider } = context;
  try {
    return await asProvider(deps.db, provider.providerId, async (tx) => {
      if ((await findAttestable(tx, provider.providerId, applicationEventId)) === null) throw applicationNotFound();
      return work(tx);
    });
  } catch (error) {
    if (!(error instanceof RecordRefusal)) throw error;
    throw invalidRequest(error.faults);
  }
}

/** Adds entries as an application's own screens send them. A lock of the portal does not stop them. */
export const keepEntries = (
  context: RecordContext,
  applicationEventId: string,
  sent: readonly NewRecordEntry[],
): Promise<ApplicationRecord> =>
  asApi(context, applicationEventId, async (tx) => {
    await refuseOtherWords(tx, context, applicationEventId, sent);
    return addEntries(tx, context, applicationEventId, sent);
  });

/** The same entry again is kept once. Another one under its id would be lost without a word. */
async function refuseOtherWords(
  tx: ProviderTx,
  context: RecordContext,
  applicationEventId: string,
  sent: readonly NewRecordEntry[],
): Promise<void> {
  const { ground } = await getRecord(tx, context, applicationEventId);
  const kept = new Map(ground.entries.map((entry) => [entry.entryId, wordsOf(entry)]));
  const faults = sent.flatMap((entry, index): Fault[] => {
    const words = kept.get(entry.entryId);
    kept.set(entry.entryId, words ?? wordsOf(entry));
    const message = "is kept with other words; send what replaces it under an id of its own, with `replaces`";
    return words === undefined || words === wordsOf(entry)
      ? []
      : [{ path: ["entries", index, "entry_id"], code: "custom", message }];
  });
  if (faults.length > 0) throw new RecordRefusal(faults);
}

const wordsOf = ({ statement, replaces }: Pick<NewRecordEntry, "statement" | "replaces">): string =>
  canonicalJson(JSON.parse(JSON.stringify({ statement, replaces })));

export const keepSignature = (
  context: RecordContext,
  applicationEventId: string,
  sent: SignOff,
): Promise<ApplicationRecord> =>
  asApi(context, applicationEventId, (tx) => signOff(tx, context, applicationEventId, sent));
