import { text } from "node:stream/consumers";
import { Command, InvalidArgumentError } from "commander";
import { makePassword } from "@/lib/auth/console/password";
import {
  createOperator,
  disableOperator,
  enableOperator,
  type GivenPassword,
  type OperatorContext,
  setOperatorPassword,
  setOperatorRole,
} from "@/lib/auth/operators";
import { listOperators } from "@/lib/data/operators/operators";
import { OPERATOR_ROLES, OperatorRefusal, type OperatorRole } from "@/lib/domain/operator";
import { asOperator, byCommandLine } from "@/scripts/operator/open-database";

const role = (name: string): OperatorRole => {
  const known = OPERATOR_ROLES.find((each) => each === name);
  if (known === undefined) throw new InvalidArgumentError(`one of ${OPERATOR_ROLES.join(", ")}`);
  return known;
};

const withContext = (work: (context: OperatorContext) => Promise<void>): Promise<void> =>
  asOperator((db, { CONSOLE_BREACHED_PASSWORDS: breachedPasswords }) =>
    work({ db, by: byCommandLine(), now: new Date(), breachedPasswords }),
  );

interface PasswordOptions {
  passwordStdin?: true;
  ownPassword?: true;
}

interface ChosenPassword {
  password: GivenPassword;
  isNew: boolean;
}

/** From standard input, so that it stands in no list of processes and no shell history; else a new one. */
async function choosePassword({ passwordStdin, ownPassword }: PasswordOptions): Promise<ChosenPassword> {
  if (passwordStdin === true) {
    const typed = (await text(process.stdin)).replace(/\r?\n$/, "");
    return { password: { text: typed, isTemporary: ownPassword !== true }, isNew: false };
  }
  if (ownPassword === true) throw new OperatorRefusal("--own-password needs --password-stdin: no one chose a new one.");
  return { password: { text: makePassword(), isTemporary: true }, isNew: true };
}

function showPassword({ password, isNew }: ChosenPassword): void {
  if (isNew) {
    console.log(password.text);
    console.error("This is the only time the password is shown.");
  }
  if (password.isTemporary) console.error("It has to be changed at the first sign-in.");
}

/** `npm run operator -- create|list|disable|enable|set-password|set-role`: the people who may sign in at /console. */
const program = new Command("operator").description("People who may sign in at the operator's console");
const stdin = ["--password-stdin", "read the password from standard input instead of making one"] as const;
const own = [
  "--own-password",
  "with --password-stdin: typed by its owner, who keeps it after the first sign-in",
] as const;

program
  .command("create <email> <name>")
  .description("a new operator; prints a password")
  .option("--role <role>", OPERATOR_ROLES.join(", "), role, "viewer")
  .option(...stdin)
  .option(...own)
  .option("--oidc-only", "no password: this person signs in through the identity provider")
  .action((email: string, name: string, options: PasswordOptions & { role: OperatorRole; oidcOnly?: true }) =>
    withContext(async (context) => {
      const chosen = options.oidcOnly === true ? null : await choosePassword(options);
      await createOperator(context, { email, name, role: options.role, password: chosen?.password ?? null });
      console.error(`created ${email} as ${options.role}`);
      if (chosen !== null) showPassword(chosen);
    }),
  );

program.command("list").action(() =>
  asOperator(async (db) => {
    const operators = await listOperators(db);
    console.table(
      operators.map((operator) => ({
        email: operator.email,
        name: operator.name,
        role: operator.role,
        password: operator.passwordIsTemporary ? "temporary" : operator.hasPassword ? "yes" : "no",
        created: operator.createdAt.toISOString(),
        disabled: operator.disabledAt?.toISOString() ?? "no",
      })),
    );
  }),
);

program
  .command("disable <email>")
  .description("ends every session of the operator at its next request, and lets none begin")
  .action((email: string) =>
    withContext(async (context) => {
      const ended = await disableOperator(context, email);
      console.log(`${email}: disabled, ${ended} ${ended === 1 ? "session" : "sessions"} ended`);
      console.log(`To take it back: npm run operator -- enable ${email}`);
    }),
  );

program
  .command("enable <email>")
  .description("lets a disabled operator sign in again, with the password and role of before")
  .action((email: string) =>
    withContext(async (context) => {
      await enableOperator(context, email);
      console.log(`${email}: enabled, with the password and role of before`);
    }),
  );

program
  .command("set-password <email>")
  .description("a new password; ends every session of the operator")
  .option(...stdin)
  .option(...own)
  .action((email: string, options: PasswordOptions) =>
    withContext(async (context) => {
      const chosen = await choosePassword(options);
      await setOperatorPassword(context, { email, password: chosen.password });
      console.error(`${email}: password changed, sessions ended`);
      showPassword(chosen);
    }),
  );

program
  .command("set-role <email> <role>")
  .description(`${OPERATOR_ROLES.join(", ")}; holds from the next request on`)
  .action((email: string, name: string) =>
    withContext(async (context) => {
      await setOperatorRole(context, { email, role: role(name) });
      console.log(`${email}: ${name}`);
    }),
  );

await program.parseAsync();
