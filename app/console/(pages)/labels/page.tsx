import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { LabelList } from "@/components/console/labels/label-list";
import { Notice } from "@/components/ui/notice";
import { labelListView } from "@/lib/pages/console/labels";
import { readLabelBook } from "@/lib/usecases/labels/label-book";
import { listLabels } from "@/lib/usecases/labels/read-labels";
import { oneOf, readState } from "@/lib/views/console/queries";

export const metadata: Metadata = { title: "Labels · Hedgerow console" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The label files of this installation: who read what, and what is still open. */
export default async function LabelsPage({ searchParams }: Props) {
  const { deps } = await requireOperator("read");
  const asked = await searchParams;
  const query = { text: oneOf(asked.q), state: readState(asked.state) };
  const book = await readLabelBook();
  return (
    <>
      <h1>Labels</h1>
      <p>
        The facts of label files, each with its source and its readers. The files are the truth:{" "}
        <code>npm run data -- import catalogue</code> loads them.
      </p>
      {book === null ? <Notice tone="warn" title="This installation carries no label files." /> : null}
      {book !== null && book.faults.length > 0 ? (
        <Notice
          tone="bad"
          title={`${book.faults.length} faults in the label files. npm run labels -- check names them.`}
        />
      ) : null}
      {book === null ? null : (
        <LabelList
          view={labelListView(await listLabels(deps.db, book, query), {
            ...query,
            page: Number(oneOf(asked.page)) || 1,
          })}
        />
      )}
    </>
  );
}
