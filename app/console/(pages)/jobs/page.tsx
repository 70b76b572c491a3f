import type { Metadata } from "next";
import { requireOperator } from "@/app/console/access";
import { retryTask } from "@/app/console/(pages)/jobs/actions";
import { ActionForm } from "@/components/console/action-form";
import { Records } from "@/components/console/records";
import { ZonedTime } from "@/components/ui/local-time";
import { readQueue } from "@/lib/usecases/operations/manage-queue";
import { TASK_WORDS } from "@/lib/views/console/words";

export const metadata: Metadata = { title: "Jobs · Hedgerow console" };

/** What the worker has to do, by task, and what it gave up. */
export default async function JobsPage() {
  const { deps, csrf, can } = await requireOperator("read");
  const tasks = await deps.reads.read(readQueue);
  return (
    <>
      <h1>Jobs</h1>
      <p>
        What waits for the worker. A failed job is tried again later; one that was tried as often as it may be is given
        up. Bulk jobs of one provider stand on its usage page.
      </p>
      <Records
        caption="By task"
        columns={["Task", "Due", "For later", "Running", "Retrying", "Given up", "Oldest due", "Last error", "Retry"]}
        empty="Nothing waits."
        rows={tasks.map((each) => ({
          id: each.task,
          cells: [
            TASK_WORDS[each.task] ?? each.task,
            String(each.due),
            String(each.waiting - each.due),
            String(each.running),
            String(each.retrying),
            String(each.givenUp),
            each.oldestDueAt === null ? "none" : <ZonedTime key="oldest" at={each.oldestDueAt.toISOString()} />,
            each.lastError ?? "none",
            each.givenUp > 0 && can("manage_jobs") ? (
              <ActionForm
                key="retry"
                action={retryTask}
                csrf={csrf}
                kind="secondary"
                submit="Try again"
                hidden={{ task: each.task }}
              />
            ) : (
              ""
            ),
          ],
        }))}
      />
    </>
  );
}
