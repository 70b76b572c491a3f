import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { FormFields } from "@/components/console/form-fields";
import { Records } from "@/components/console/records";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { LocalTime } from "@/components/ui/local-time";
import { type LookedUp, lookUp } from "@/lib/usecases/operations/look-up";
import { listProviders } from "@/lib/usecases/operations/manage-providers";
import styles from "./look-up.module.css";

export const metadata: Metadata = { title: "Look-up · Hedgerow console" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined): string =>
  typeof value === "string" ? value.trim().slice(0, 200) : "";

/** What a provider's application was answered, and when. */
export default async function LookUpPage({ searchParams }: Props) {
  const { deps } = await requireOperator("read");
  const asked = await searchParams;
  const [providerId, id] = [one(asked.provider), one(asked.id)];
  const providers = await listProviders(deps.db);
  const isAsked = id !== "" && providers.some((each) => each.provider_id === providerId);
  const found = isAsked ? await lookUp(deps.db, providerId, id) : [];
  return (
    <>
      <h1>Look-up</h1>
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
