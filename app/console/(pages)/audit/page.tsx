import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { AuditLog } from "@/components/console/audit-log";
import { readAudit } from "@/lib/usecases/operations/read-audit";

export const metadata: Metadata = { title: "Audit log · Hedgerow console" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined): string => (typeof value === "string" ? value.trim() : "");

export default async function AuditPage({ searchParams }: Props) {
  const { deps } = await requireOperator("read_audit");
  const asked = await searchParams;
  const query = { actor: one(asked.actor), objectId: one(asked.object), before: one(asked.before) };
  const { entries, next } = await deps.reads.read((db) => readAudit(db, query));
  return <AuditLog entries={entries} query={query} next={next} />;
}
