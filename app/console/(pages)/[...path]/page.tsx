import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireOperator } from "@/app/console/access";

export const metadata: Metadata = { title: "Not found · Hedgerow console" };

/** Every address that is no page of the console: `not-found.tsx` says so within the console's frame. */
export default async function UnknownPage() {
  await requireOperator("read");
  notFound();
}
