import { ActionForm } from "@/components/console/action-form";
import { Card } from "@/components/ui/card";
import type { FormAction, FormField } from "@/lib/views/console/forms";
import { newPasswordField } from "@/lib/views/console/password-fields";

interface Props {
  email: string;
  csrf: string;
  choose: FormAction;
  signOut: FormAction;
}

const FIELDS: readonly FormField[] = [
  { name: "current_password", label: "Password you were given", type: "password", autoComplete: "current-password" },
  newPasswordField,
];

/** What someone does first who was given a password. */
export function NewPassword({ email, csrf, choose, signOut }: Props) {
  return (
    <>
      <Card title="New password">
        <p>
          You are signed in as {email} with a password that someone else gave you. Choose one that only you know. Until
          then, the console stays closed.
        </p>
        <ActionForm action={choose} csrf={csrf} submit="Save password" fields={FIELDS} />
      </Card>
      <ActionForm action={signOut} csrf={csrf} submit="Sign out" kind="secondary" />
    </>
  );
}
