import { ActionForm } from "@/components/console/action-form";
import { Records } from "@/components/console/records";
import { Card } from "@/components/ui/card";
import { ZonedTime } from "@/components/ui/local-time";
import type { FormAction, FormField } from "@/lib/views/console/forms";
import { newPasswordField } from "@/lib/views/console/password-fields";

interface Props {
  email: string;
  sessions: readonly { sessionId: string; startedAt: Date; seenAt: Date }[];
  /** The session that looks at this page. */
  here: string;
  csrf: string;
  /** Null: this person signs in through the identity provider only. */
  changePassword: FormAction | null;
  endOthers: FormAction;
}

/** An operator's own password and sessions. */
export function Account({ email, sessions, here, csrf, changePassword, endOthers }: Props) {
  return (
    <>
      <Card title="Password">
        {changePassword === null ? (
          <p>You sign in through the identity provider. Change your password there.</p>
        ) : (
          <>
            <p>A new password ends your other sessions.</p>
            <ActionForm action={changePassword} csrf={csrf} submit="Change password" fields={PASSWORD_FIELDS} />
          </>
        )}
      </Card>
      <Card title="Where you are signed in">
        <Records
          caption={`Sessions of ${email}, the latest first. One that rests for an hour ends.`}
          columns={["Session", "Signed in", "Last used"]}
          empty="There is no session."
          rows={sessions.map(({ sessionId, startedAt, seenAt }) => ({
            id: sessionId,
            cells: [
              sessionId === here ? "This one" : "Another",
              <ZonedTime key="started" at={startedAt.toISOString()} />,
              <ZonedTime key="seen" at={seenAt.toISOString()} />,
            ],
          }))}
        />
        <ActionForm action={endOthers} csrf={csrf} submit="End all others" kind="secondary" />
      </Card>
    </>
  );
}

const PASSWORD_FIELDS: readonly FormField[] = [
  { name: "current_password", label: "Current password", type: "password", autoComplete: "current-password" },
  newPasswordField,
];
