import { ServiceError } from "@/lib/domain/errors";
import { cancellingStatements } from "@/lib/runtime/deps";

/**
 * Runs work under a deadline. The answer does not wait for work that is late: a database that stands still on open connections says
 * nothing, not even to a request to cancel. The statements of late work are canceled, and its connection is given back when its last one has ended.
 */
export async function byDeadline<T>(deadlineS: number, work: () => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new ServiceError("deadlineExceeded", "The request took longer than its time budget.");
      deadline.abort(error);
      reject(error);
    }, deadlineS * 1000);
  });
  const running = cancellingStatements(deadline.signal, work);
  // What fails after the answer is no unhandled rejection.
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The parts of a long download, each by the deadline and all of them in any time. A part that is late throws, so that the download
 * breaks off and no one takes it for a whole one.
 */
export async function* eachByDeadline<T>(
  deadlineS: number,
  parts: AsyncGenerator<T, undefined>,
): AsyncGenerator<T, undefined> {
  let isWorking = false;
  try {
    for (;;) {
      isWorking = true;
      const next = await byDeadline(deadlineS, () => parts.next());
      isWorking = false;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Late work ends by itself, and no one waits for it.
    const ended = parts.return(undefined);
    if (isWorking) ended.catch(() => undefined);
    else await ended;
  }
}
