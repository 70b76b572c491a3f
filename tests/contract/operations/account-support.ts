import { randomUUID } from "node:crypto";
import pg from "pg";
import { POST as WRITE } from "@/app/api/v2/applications/[applicationEventId]/record/route";
import { POST as SIGN } from "@/app/api/v2/applications/[applicationEventId]/record/sign-off/route";
import { applicationRecordResponse } from "@/lib/contracts/v2/application-record";
import { getDeps } from "@/lib/runtime/deps";
import { eraseAccount, type ErasedAccount } from "@/lib/usecases/operations/erase-account";
import { hashOfText } from "@/lib/usecases/portal/binding-limitations";
import { edit, openBrowser, selection, type Browser } from "@/tests/contract/portal/edits-support";
import { report } from "@/tests/contract/reports/support";
import { ABOUT_UNREAD, give, UNREAD } from "@/tests/contract/v2/attestations/support";
import { bulkBody, bulkField, runJob, submit } from "@/tests/contract/v2/bulk/support";
import { NEEDS_4, saved } from "@/tests/contract/v2/compliance/support";
import { placeOf } from "@/tests/contract/v2/drift/portal";
import { compute } from "@/tests/contract/v2/drift/support";
import type { Body } from "@/tests/contract/v2/esa-check/support";
import { answer, BY_TEST, call, type Caller } from "@/tests/support/api";
import { photoOfField } from "@/tests/support/photos";
import { squareField } from "@/tests/support/requests";
import { MEASURES } from "@/tests/support/selections";

/** The text of a limitation on the ground of these tests, for `reviewed`. */
export const TEXT = "Do not apply within 100 feet of open water.";

/** Asked for each time: a worker runs other files with it before, in databases of their own. */
const ownerUrl = (): string => String(process.env.DATABASE_DIRECT_URL);

/** The server's own user, past every policy: what is really there. */
export async function openAll(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(ownerUrl()), { username: "postgres" }).href });
  await client.connect();
  await client.query("SET search_path = public, gis");
  return client;
}

/** An account with something in every table that holds something of one. */
export interface Filled {
  accountId: string;
  /** A word that is in every name of it, and in no other. */
  mark: string;
  applicationEventId: string;
  fieldIds: string[];
  jobIds: string[];
  recordHash: string;
  reportHash: string;
  browser: Browser;
}

/** Makes an account as its provider and an applicator make one; `at`: where its fields lie. */
export async function fillAccount(all: pg.Client, caller: Caller, mark: string, at: [number, number]): Promise<Filled> {
  const accountId = `${mark} Farms`;
  const own = { account_id: accountId, provider_group_id: `${mark}-group`, user_email: `${mark}@example.com` };
  const field = { field_name: `${mark} north`, provider_field_id: `${mark}-north`, field_boundary: squareField(...at) };
  const set = {
    application_id: `${mark}-1`,
    products: [NEEDS_4, UNREAD],
    droplet_size: "VC",
    boom_height: "low",
    gpa: 15,
  };
  const { id } = await saved(caller, { ...own, ...field, ...set });
  const { fieldId, boundaryHash } = await placeOf(caller, id);
  const place = { fieldId, year: 2026, applicationEventId: id };
  const browser = await openBrowser(caller, id);
  await editAll(all, browser, place, { mark, at, boundaryHash });
  await give(caller, id, { [ABOUT_UNREAD]: "no" }, `${mark} Attester`);
  await compute(caller, id, { wind_speed_mph: 8, wind_direction_deg: 270 });
  await report(caller, `${mark}-north`, { query: "year=2026" });
  const { recordHash, reportHash } = await sign(all, caller, browser, place, mark);
  const fields = [bulkField(0, { field_name: `${mark} bulk`, application_id: `${mark}-bulk` })];
  const { job_id: ended } = await submit(caller, bulkBody(caller.providerId, 0, { ...own, fields }));
  await runJob(caller, ended, 1);
  const waiting = [bulkField(1, { field_name: `${mark} waits`, application_id: `${mark}-waits` })];
  const { job_id: open } = await submit(caller, bulkBody(caller.providerId, 0, { ...own, fields: waiting }));
  await writeRest(all, caller, { id, fieldId, accountId, mark });
  const { rows } = await all.query<{ id: string }>(
    "SELECT field_id AS id FROM field WHERE provider_id = $1 AND account_id = $2",
    [caller.providerId, accountId],
  );
  const fieldIds = rows.map((row) => row.id);
  return { accountId, mark, applicationEventId: id, fieldIds, jobIds: [ended, open], recordHash, reportHash, browser };
}

interface Place {
  fieldId: string;
  year: number;
  applicationEventId: string;
}

async function editAll(
  all: pg.Client,
  browser: Browser,
  place: Place,
  { mark, at: [x, y], boundaryHash }: { mark: string; at: [number, number]; boundaryHash: string },
): Promise<void> {
  const notes = `${mark} notes`;
  const wanted = { implementationDate: null, notes };
  await edit(browser, selection(place, MEASURES.noTill.subOptionId, { wanted }));
  await edit(browser, { kind: "exemption", ...place, baseAnsweredAt: null, reasons: [] });
  const ring = [
    [x, y + 0.0045],
    [x + 0.004, y + 0.0045],
    [x + 0.004, y + 0.005],
    [x, y + 0.0045],
  ];
  const drawing = { category: "road", label: `${mark} lane`, geometry: { type: "Polygon", coordinates: [ring] } };
  await edit(browser, { kind: "drawn_feature", ...place, featureId: randomUUID(), base: null, drawing });
  const edges = [{ partIndex: 0, ringIndex: 0, edgeIndex: 0 }];
  await edit(browser, { kind: "downslope", ...place, edges, boundaryHash });
  const { rows } = await all.query<{ id: number }>("SELECT limitation_id AS id FROM limitation WHERE code = 'ZZ1'");
  const text = { pulaId: 121, limitationId: Number(rows[0]?.id), textHash: hashOfText(TEXT) };
  await edit(browser, { kind: "reviewed", ...place, product: NEEDS_4.epa_number, ...text, reviewed: true });
}

/** A record with an entry and a photo, signed. */
async function sign(
  all: pg.Client,
  caller: Caller,
  browser: Browser,
  place: Place,
  mark: string,
): Promise<{ recordHash: string; reportHash: string }> {
  const at = { params: { applicationEventId: place.applicationEventId } };
  const entry = (more: Body) => ({ entry_id: randomUUID(), written_at: "2026-06-15T09:05:00-05:00", ...more });
  const reading = (moment: string, clock: string) =>
    entry({
      kind: "reading",
      moment,
      read_at: `2026-06-15T${clock}:00-05:00`,
      wind_speed_mph: 7,
      wind_direction_deg: 225,
      temperature_f: 74,
    });
  const fact = entry({ kind: "fact", name: "applicator_name", value: `${mark} Applicator` });
  const entries = [fact, reading("start", "09:05"), reading("end", "12:00")];
  await answer(await call(WRITE, caller, { body: { entries }, ...at }), applicationRecordResponse);
  const photo = {
    entryId: randomUUID(),
    writtenAt: "2026-06-15T14:05:00Z",
    takenAt: "2026-06-15T09:05:00-05:00",
    caption: `${mark} nozzles`,
    place: null,
    jpeg: (await photoOfField()).toString("base64"),
  };
  await edit(browser, { kind: "record_photo", ...place, photo });
  const body = { signed_by: `${mark} Signer`, entries_seen: 4 };
  await answer(await call(SIGN, caller, { body, ...at }), applicationRecordResponse);
  const { rows } = await all.query<{ record: string; report: string }>(
    `SELECT r.record_hash AS record, i.record_hash AS report
     FROM application_record r JOIN report_issue i USING (provider_id)
     WHERE r.provider_id = $1 AND r.application_event_id = $2 AND i.field_id = $3`,
    [caller.providerId, place.applicationEventId, place.fieldId],
  );
  return { recordHash: rows[0]?.record ?? "", reportHash: rows[0]?.report ?? "" };
}

/** Of what only a worker writes, or a request that died, a row each. */
async function writeRest(
  all: pg.Client,
  { providerId }: Caller,
  { id, fieldId, accountId, mark }: { id: string; fieldId: string; accountId: string; mark: string },
): Promise<void> {
  const write = (statement: string, ...values: unknown[]) => all.query(statement, [providerId, id, ...values]);
  // By a statement of its own: a cluster takes no row of all servers and one of a provider's in the same.
  const made = async (statement: string): Promise<string> =>
    String((await all.query<{ made: string }>(statement)).rows[0]?.made);
  await write(
    `INSERT INTO kept_forecast (provider_id, application_event_id, source, issued_at, read_at, time_zone, note, hours, highs)
     VALUES ($1, $2, 'nws', now(), now(), 'America/Chicago', $3, '[]', '[]')`,
    `${mark} forecast`,
  );
  await write(
    `INSERT INTO drift_claim (provider_id, application_event_id, sub_option_id, notes) VALUES ($1, $2, 301, $3)`,
    `${mark} practice`,
  );
  await write(
    "INSERT INTO recheck (provider_id, application_event_id, radar_id, change) VALUES ($1, $2, $3, $4)",
    await made(
      `INSERT INTO radar_run (kind, before_version, after_version, finished_at) VALUES ('pula', 'one', 'two', now())
       RETURNING radar_id AS made`,
    ),
    { statusBefore: "met", statusAfter: "not_met", note: mark },
  );
  await write(
    `INSERT INTO recheck_ending (provider_id, application_event_id, reason, subject, ends_on)
     VALUES ($1, $2, 'bulletin_ends', $3, '2026-06-01')`,
    mark,
  );
  await write(
    `INSERT INTO data_preview_finding (provider_id, preview_id, application_event_id, products, counties, finding)
     VALUES ($1, $3, $2, '{}', '{}', $4)`,
    await made(
      `INSERT INTO data_preview (preview_id, kind, from_version, to_version, asked_by)
       VALUES (gen_random_uuid(), 'pula', 'one', 'two', 'test') RETURNING preview_id AS made`,
    ),
    { accountId, providerFieldId: `${mark}-north`, applicationEventId: id },
  );
  await all.query(
    `INSERT INTO claim (provider_id, kind, identity, token, leased_until)
     VALUES ($1, 'application', $2 || chr(31) || $3, gen_random_uuid(), now() - interval '1 minute')`,
    [providerId, accountId, `${mark}-died`],
  );
  await all.query(
    "INSERT INTO portal_edit_key (provider_id, field_id, edit_key) VALUES ($1, $2, gen_random_uuid()) ON CONFLICT DO NOTHING",
    [providerId, fieldId],
  );
  await all.query(
    `INSERT INTO field (provider_id, field_id, account_id, provider_field_id, field_name, archived_at)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, now())`,
    [providerId, accountId, `${mark}-old`, `${mark} archived`],
  );
}

/** Erases an account; `meanwhile`: what ends in the time that it waits. */
export async function erase(
  { providerId }: Caller,
  accountId: string,
  {
    meanwhile = () => Promise.resolve(),
    includesKept = true,
  }: { meanwhile?: () => Promise<unknown>; includesKept?: boolean } = {},
): Promise<ErasedAccount> {
  const { db } = await getDeps();
  const context = { db, by: BY_TEST, ownerUrl: ownerUrl(), now: new Date(), includesKept };
  return eraseAccount({ ...context, wait: meanwhile }, { providerId, accountId });
}
