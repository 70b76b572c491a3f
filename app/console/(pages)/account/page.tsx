import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { changePassword, endOthers } from "@/app/console/(pages)/account/actions";
import { Account } from "@/components/console/account";
import { hasOwnPassword } from "@/lib/auth/operators";
import { listOwnSessions } from "@/lib/auth/console/sessions";

export const metadata: Metadata = { title: "Account · Hedgerow console" };

/** What an operator may see and change of itself. */
export default async function AccountPage() {
  const { deps, session, csrf } = await requireOperator("read");
  const [sessions, hasPassword] = await Promise.all([
    listOwnSessions(deps, session.operatorId),
    hasOwnPassword(deps.db, session.operatorId),
  ]);
  return (
    <>
      <h1>Account</h1>
      <Account
        email={session.email}
        sessions={sessions}
        here={session.sessionId}
        csrf={csrf}
        changePassword={hasPassword ? changePassword : null}
        endOthers={endOthers}
      />
    </>
  );
}
