import { FormFields } from "@/components/console/form-fields";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { FormField } from "@/lib/views/console/forms";
import { SIGNED_OUT } from "@/lib/views/console/pages";

const FIELDS: readonly FormField[] = [
  { name: "email", label: "E-mail address", type: "email", autoComplete: "username" },
  { name: "password", label: "Password", type: "password", autoComplete: "current-password" },
];

/** One sentence for every refusal of a person: it does not tell whether the account exists. */
const FAULTS: Record<string, string> = {
  CredentialsSignin: "This e-mail address and password do not sign in. Check both, then try again.",
  TooManyAttempts: "Too many attempts. Wait fifteen minutes, then try again.",
  TooWeak:
    "The identity provider does not say that this sign-in was as strong or as recent as this console asks. Sign in there again, with a second factor.",
  NotAdmitted: "The identity provider knows you, but you may not use this console. Ask the person who runs it.",
};
const OTHER_FAULT = "The sign-in did not work. Try again.";

interface Props {
  /** As the page's address names it. */
  fault: string | null;
  csrfToken: string;
  callbackUrl: string;
  hasOidc: boolean;
}

function WhyHere({ fault }: Pick<Props, "fault">) {
  if (fault === null) return null;
  if (fault === SIGNED_OUT) return <Notice tone="good" title="You are signed out." isLive />;
  return <Notice tone="bad" title={FAULTS[fault] ?? OTHER_FAULT} isLive />;
}

export function SignIn({ fault, csrfToken, callbackUrl, hasOidc }: Props) {
  const hidden = (
    <>
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
    </>
  );
  return (
    <>
      <WhyHere fault={fault} />
      <Card title="With a password">
        <form method="post" action="/console/auth/callback/credentials">
          {hidden}
          <FormFields id="sign-in" fields={FIELDS} />
          <Button type="submit" kind="primary">
            Sign in
          </Button>
        </form>
      </Card>
      {hasOidc ? (
        <Card title="With your organization">
          <form method="post" action="/console/auth/signin/oidc">
            {hidden}
            <Button type="submit">Sign in with the identity provider</Button>
          </form>
        </Card>
      ) : null}
    </>
  );
}
