import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { FormFields } from "@/components/console/form-fields";
import { Records } from "@/components/console/records";
import { toldOf } from "@/components/console/refusals";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { ZonedTime } from "@/components/ui/local-time";
import { REFUSALS_DAYS } from "@/lib/domain/refused-request";
import type { Deps } from "@/lib/runtime/deps";
import {
  asPasted,
  type LookUp,
  type LookedUp,
  type LookedUpRequest,
  lookUp,
  lookUpRequest,
} from "@/lib/usecases/operations/look-up";
import { listProviders } from "@/lib/usecases/operations/manage-providers";
import { leftOutInWords } from "@/lib/views/console/look-up";
import styles from "./look-up.module.css";

export const metadata: Metadata = { title: "Look-up · Hedgerow console" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined): string => (typeof value === "string" ? asPasted(value) : "");

/** What a provider's application was answered, and when; and what came of a request. */
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
  const providers = await deps.reads.read(listProviders);
  const isAsked = id !== "" && providers.some((each) => each.provider_id === providerId);
  const found = isAsked ? await deps.reads.read((db) => lookUp(db, providerId, id)) : null;
  return (
    <>
      <h2>An application or a field</h2>
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
              hint: "application_event_id, application_id, field_id, provider_field_id, or account_id, whole.",
            },
          ]}
        />
        <Button type="submit" kind="primary">
          Look up
        </Button>
      </form>
      {found === null ? null : <FoundById providerId={providerId} {...found} />}
    </>
  );
}

function FoundById({ providerId, applications, emptyFields }: LookUp & { providerId: string }) {
  const leftOut = leftOutInWords({ applications: applications.length, emptyFields: emptyFields.length });
  return (
    <>
      {leftOut === null ? null : <p>{leftOut}</p>}
      {applications.map((each) => (
        <Found key={each.application.applicationEventId} providerId={providerId} {...each} />
      ))}
      {emptyFields.length === 0 ? null : <EmptyFields fields={emptyFields} />}
    </>
  );
}

/** What support is asked about before anything was applied: a link of a field, or a check that was never saved. */
const EmptyFields = ({ fields }: { fields: LookUp["emptyFields"] }) => (
  <Records
    caption="Fields without an application"
    columns={["Field", "provider_field_id", "account_id", "field_id", "Saved", "Archived"]}
    empty=""
    rows={fields.map((each) => ({
      id: each.fieldId,
      cells: [
        each.fieldName,
        <code key="name">{each.providerFieldId}</code>,
        <code key="account">{each.accountId}</code>,
        <code key="id">{each.fieldId}</code>,
        <ZonedTime key="saved" at={each.createdAt.toISOString()} />,
        each.archivedAt === null ? "no" : <ZonedTime key="archived" at={each.archivedAt.toISOString()} />,
      ],
    }))}
  />
);

async function RequestLookUp({ deps, requestId }: { deps: Deps; requestId: string }) {
  const found = requestId === "" ? null : await deps.reads.read((db) => lookUpRequest(db, requestId));
  return (
    <>
      <h2>A request</h2>
      <form method="get" action="/console/look-up" className={styles.form}>
        <FormFields
          id="request"
          fields={[
            {
              name: "request",
              label: "Request id",
              type: "text",
              value: requestId,
              hint: `X-Request-ID of the answer, or request_id of its body.`,
            },
          ]}
        />
        <Button type="submit" kind="primary">
          Find the request
        </Button>
      </form>
      {found === null ? null : <FoundRequest {...found} />}
    </>
  );
}

const ProviderLink = ({ providerId, part = "" }: { providerId: string; part?: string }) => (
  <a href={`/console/providers/${providerId}${part}`}>{providerId}</a>
);

function FoundRequest({ requestId, answered, refused }: LookedUpRequest) {
  return (
    <>
      <Records
        caption={`Answered as ${requestId}, newest first`}
        columns={["Provider", "When", "Status", "Application", "Assessment"]}
        empty="No saved answer has this id: checks, and drift computations asked for over the API, are saved with it."
        rows={answered.map((each) => ({
          id: each.assessmentId,
          cells: [
            <ProviderLink key="provider" providerId={each.providerId} />,
            <ZonedTime key="when" at={each.calculatedAt.toISOString()} />,
            statusOf(each),
            <a
              key="application"
              href={`/console/look-up?${new URLSearchParams({ provider: each.providerId, id: each.applicationEventId }).toString()}`}
            >
              <code>{each.applicationEventId}</code>
            </a>,
            <code key="id">{each.assessmentId}</code>,
          ],
        }))}
      />
      <Records
        caption={`Refused as ${requestId} in the last ${REFUSALS_DAYS} days, newest first`}
        columns={["Provider", "When", "Answer", "Where", "Message"]}
        empty="No refused request of a provider has this id. A request without a key that works (401) is no provider's: look for its id in the service's log."
        rows={refused.map((each, index) => ({
          id: String(index),
          cells: [<ProviderLink key="provider" providerId={each.providerId} part="/usage" />, ...toldOf(each)],
        }))}
      />
    </>
  );
}

const statusOf = ({ status, processingComplete }: { status: string; processingComplete: boolean }): string =>
  processingComplete ? status : `${status}, processing not complete`;

function Found({ providerId, application, answers }: LookedUp & { providerId: string }) {
  return (
    <Card title={`${application.fieldName}, ${application.applicationDate}`}>
      <Facts
        facts={[
          { label: "Provider", value: <ProviderLink providerId={providerId} /> },
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
        rows={answers.map((each) => ({
          id: each.assessmentId,
          cells: [
            <ZonedTime key="when" at={each.calculatedAt.toISOString()} />,
            statusOf(each),
            <code key="id">{each.assessmentId}</code>,
          ],
        }))}
      />
    </Card>
  );
}
