"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { Boundary } from "@/components/ui/boundary";
import { forgetUnsent, listUnsent, watchUnsent, type UnsentEdit } from "@/lib/portal-client/unsent";

/** Fetched where there is something to show, which is seldom. */
const UnsentNotice = lazy(async () => ({
  default: (await import("@/components/portal/offline/unsent-notice")).UnsentNotice,
}));

interface Props {
  /** Only what was typed about this field; left out: everything. */
  fieldId?: string;
  /** Makes the edits again, where there is a session that can. */
  makeAgain?: (edits: readonly UnsentEdit["edit"][]) => void;
}

/** What a session left unsent when it ended: text to copy, and nothing that goes away by itself. */
export function UnsentChanges({ fieldId, makeAgain }: Props) {
  const [all, setAll] = useState<readonly UnsentEdit[]>([]);
  useEffect(() => {
    let isHere = true;
    // A browser that keeps nothing has kept nothing.
    const read = (): void =>
      void listUnsent().then(
        (found) => isHere && setAll(found),
        () => undefined,
      );
    read();
    const stop = watchUnsent(read);
    return () => {
      isHere = false;
      stop();
    };
  }, []);
  const unsent = all.filter(({ edit }) => fieldId === undefined || edit.body.fieldId === fieldId);
  if (unsent.length === 0) return null;
  const forget = (): void => {
    setAll(all.filter((each) => !unsent.includes(each)));
    void forgetUnsent(unsent.map(({ id }) => id));
  };
  const again = (): void => {
    makeAgain?.(unsent.map(({ edit }) => edit));
    forget();
  };
  return (
    <Boundary fallback={null}>
      <Suspense>
        <UnsentNotice
          edits={unsent.map(({ edit }) => edit)}
          again={makeAgain === undefined ? null : again}
          forget={forget}
        />
      </Suspense>
    </Boundary>
  );
}
