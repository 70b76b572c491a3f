import { Breakable } from "@/components/console/breakable";
import { Records } from "@/components/console/records";
import { Card } from "@/components/ui/card";
import { ZonedTime } from "@/components/ui/local-time";
import { REFUSALS_DAYS, type RefusalsByCode, type RefusedRequest } from "@/lib/domain/refused-request";

const whole = new Intl.NumberFormat("en-US");

interface Props {
  byCode: readonly RefusalsByCode[];
  newest: readonly RefusedRequest[];
}

/** What a provider's requests were refused with. */
export function Refusals({ byCode, newest }: Props) {
  return (
    <Card title={`Refused requests of the last ${REFUSALS_DAYS} days`}>
      <Records
        caption="By code, the most frequent first"
        columns={["Code", "Status", "Requests", "Last"]}
        empty="No request of this provider was refused."
        rows={byCode.map(({ code, status, requests, lastRefusedAt }) => ({
          id: `${code} ${status}`,
          cells: [
            <a key="code" href={`/docs/errors#${code.toLowerCase()}`}>
              {code}
            </a>,
            status,
            whole.format(requests),
            <ZonedTime key="last" at={lastRefusedAt.toISOString()} />,
          ],
        }))}
      />
      {newest.length === 0 ? null : (
        <Records
          caption="The newest"
          columns={["Request", "When", "Answer", "Where", "Message"]}
          empty=""
          rows={newest.map((each, index) => ({ id: String(index), cells: [requestOf(each), ...toldOf(each)] }))}
        />
      )}
    </Card>
  );
}

/** The cells of a refusal but the first. */
export const toldOf = (refusal: Omit<RefusedRequest, "requestId" | "times">) => [
  <ZonedTime key="when" at={refusal.refusedAt.toISOString()} />,
  <Breakable key="answer" text={`${refusal.status} ${refusal.code}, ${refusal.route}`} />,
  <Breakable key="where" text={refusal.place ?? "the request as a whole"} />,
  refusal.message,
];

function requestOf({ requestId, times }: RefusedRequest) {
  if (requestId === null) return `${whole.format(times)} more, only counted`;
  return (
    <a href={`/console/look-up?${new URLSearchParams({ request: requestId }).toString()}`}>
      <code>{requestId}</code>
    </a>
  );
}
