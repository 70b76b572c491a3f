import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { RulesList } from "@/components/console/rules/rules-list";
import { Notice } from "@/components/ui/notice";
import { rulesView } from "@/lib/pages/console/rules";
import { readCitedRules } from "@/lib/usecases/rules/read-rules";
import { oneOf, readRuleState } from "@/lib/views/console/queries";

export const metadata: Metadata = { title: "Rules · Hedgerow console" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The rule tables of this release and the rule files: every figure with its source, and which are open. */
export default async function RulesPage({ searchParams }: Props) {
  await requireOperator("read");
  const asked = await searchParams;
  const { rows, faults } = await readCitedRules();
  const query = { text: oneOf(asked.q), table: oneOf(asked.table), state: readRuleState(asked.state) };
  return (
    <>
      <h1>Rules</h1>
      <p>
        Menus, credits, counties, practices and names come with a release; limitation rules come with the catalog. A
        table with a later date holds for applications from that day on.
      </p>
      {faults.length === 0 ? null : (
        <Notice tone="bad" title={`${faults.length} faults in the rule files. npm run tables:audit names them.`} />
      )}
      <RulesList view={rulesView(rows, { ...query, page: Number(oneOf(asked.page)) || 1 })} />
    </>
  );
}
