import type { Metadata } from "next";
import { requireTemporaryPassword } from "@/app/console/access";
import { signOut } from "@/app/console/(pages)/actions";
import { chooseOwnPassword } from "@/app/console/new-password/actions";
import { NewPassword } from "@/components/console/new-password";

export const metadata: Metadata = { title: "Choose your password · Hedgerow console" };

/** All that a session with a temporary password may see. */
export default async function NewPasswordPage() {
  const { session, csrf } = await requireTemporaryPassword();
  return (
    <main>
      <h1>Choose your own password</h1>
      <NewPassword email={session.email} csrf={csrf} choose={chooseOwnPassword} signOut={signOut} />
    </main>
  );
}
