import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Prose } from "@/components/docs/prose";
import { findPage } from "@/app/docs/content";
import { htmlOf } from "@/lib/documentation/render";

interface Props {
  params: Promise<{ path?: string[] }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await findPage((await params).path);
  return { title: `${page?.title ?? "Not found"} · Hedgerow`, description: page?.summary ?? "" };
}

/** Every page of the documentation, from its Markdown. */
export default async function DocumentationPage({ params }: Props) {
  const page = await findPage((await params).path);
  if (page === null) notFound();
  return <Prose html={htmlOf(page)} textHref={`${page.path}.md`} />;
}
