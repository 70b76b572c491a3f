import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { FormFields } from "@/components/console/form-fields";
import { Records } from "@/components/console/records";
import { toldOf } from "@/components/console/refusals";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { LocalTime } from "@/components/ui/local-time";
import { REFUSALS_DAYS } from "@/lib/domain/refused-request";
import type { Deps } from "@/lib/runtime/deps";
import { type LookedUp, lookUp, lookUpRequest } from "@/lib/usecases/operations/look-up";
import { listProviders } from "@/lib/usecases/operations/manage-providers";
import styles from "./look-up.module.css";

export const metadata: Metadata = { title: "Look-up · Hedgerow console" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value.trim().slice(0, 200) : "";

/** What a provider's application was answered, and when; and what a request was refused with. */
export default async function LookUpPage({ searchParams }: Props) {
  const { deps } = await requireOperator("read");
  const asked = await searchParams;
  return (
    <>
      <h1>Look-up</h1>
      <ApplicationLookUp deps={deps} providerId={one(asked.provider)} id={one(asked.id)} />
      <RequestLookUp deps={deps} requestId={one(asked.request)} />
    </>
  );
}

async function ApplicationLookUp({ deps, providerId, id }: { deps: Deps; providerId: string; id: string }) {
  const providers = await listProviders(deps.db);
  const isAsked = id !== "" && providers.some((each) => each.provider_id === providerId);
  const found = isAsked ? await lookUp(deps.db, providerId, id) : [];
  return (
    <>
      <h2>An application</h2>
      <form method="get" action="/console/look-up" className={styles.form}>
        <FormFields
          id="look-up"
          fields={[
            {
              name: "provider",
              label: "Provider",
              type: "select",
              value: providerId,
              options: providers.map((each) => ({ value: each.provider_id, label: each.name })),
            },
            {
              name: "id",
              label: "Id",
              type: "text",
              value: id,
              hint: "application_event_id, application_id, field_id, or provider_field_id, whole.",
            },
          ]}
        />
        <Button type="submit" kind="primary">
          Look up
        </Button>
      </form>
      {isAsked && found.length === 0 ? <p>This provider has no application or field with this id.</p> : null}
      {found.map((each) => (
        <Found key={each.application.applicationEventId} {...each} />
      ))}
    </>
  );
}

async function RequestLookUp({ deps, requestId }: { deps: Deps; requestId: string }) {
  const refused = requestId === "" ? [] : await lookUpRequest(deps.db, requestId);
  return (
    <>
      <h2>A refused request</h2>
      <form method="get" action="/console/look-up" className={styles.form}>
        <FormFields
          id="request"
          fields={[
            {
              name: "request",
              label: "Request id",
              type: "text",
              value: requestId,
              hint: `X-Request-ID of the answer, or request_id of its body. Refusals are kept for ${REFUSALS_DAYS} days.`,
            },
          ]}
        />
        <Button type="submit" kind="primary">
          Find the request
        </Button>
      </form>
      {requestId === "" ? null : (
        <Records
          caption={`Refused as ${requestId}, newest first`}
          columns={["Provider", "When", "Answer", "Where", "Message"]}
          empty="No refused request of a provider has this id. A request that was answered is found by its application."
          rows={refused.map((each, index) => ({ id: String(index), cells: [each.providerId, ...toldOf(each)] }))}
        />
      )}
    </>
  );
}

function Found({ application, answers }: LookedUp) {
  return (
    <Card title={`${application.fieldName}, ${application.applicationDate}`}>
      <Facts
        facts={[
          { label: "application_event_id", value: application.applicationEventId },
          { label: "application_id", value: application.applicationId },
          { label: "account_id", value: application.accountId },
          { label: "provider_field_id", value: application.providerFieldId },
          { label: "field_id", value: application.fieldId },
          { label: "Processing", value: `${application.processingStatus}, revision ${application.revision}` },
        ]}
      />
      <Records
        caption="What was answered, newest first"
        columns={["When", "Status", "Assessment"]}
        empty="Nothing was answered yet."
        rows={answers.map(({ assessmentId, calculatedAt, status, processingComplete }) => ({
          id: assessmentId,
          cells: [
            <LocalTime key="when" at={calculatedAt.toISOString()} />,
            processingComplete ? status : `${status}, processing not complete`,
            <code key="id">{assessmentId}</code>,
          ],
        }))}
      />
    </Card>
  );
}
