import { z } from "zod";
import { makePassword } from "@/lib/auth/console/password";
import { createOperator, setOperatorPassword } from "@/lib/auth/operators";
import { listOperators } from "@/lib/data/operators/operators";
import type { Deps } from "@/lib/runtime/deps";
import { readIfThere, writeWhole } from "@/prisma/seed/files";

const EMAIL = "demo@hedgerow.example";

export interface DemoOperator {
  email: string;
  password: string;
}

/** Members of the file that are not ours stay as they are. */
const secretsSchema = z.looseObject({ operator_password: z.string().optional() });

/** Someone who may sign in at the demonstration's console, with the password of an earlier start where it is known. */
export async function loadOperator(deps: Deps, secretsPath: string): Promise<DemoOperator> {
  const secrets = secretsSchema.parse(JSON.parse((await readIfThere(secretsPath)) ?? "{}"));
  const password = secrets.operator_password ?? makePassword();
  const context = {
    db: deps.db,
    by: { actor: "demonstration", operatorId: null, requestId: null },
    now: deps.clock(),
  };
  const isThere = (await listOperators(deps.db)).some(({ email }) => email === EMAIL);
  if (isThere && secrets.operator_password !== undefined) return { email: EMAIL, password };
  // Kept before it is stored: a password that no one can read again would lock the console.
  await writeWhole(secretsPath, `${JSON.stringify({ ...secrets, operator_password: password }, null, 2)}\n`, 0o600);
  // Who runs the demonstration reads it in a file at each start, so it is not a temporary one.
  const given = { text: password, isTemporary: false };
  if (isThere) await setOperatorPassword(context, { email: EMAIL, password: given });
  else await createOperator(context, { email: EMAIL, name: "DEMO Operator", role: "operator", password: given });
  return { email: EMAIL, password };
}
