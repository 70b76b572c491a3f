"use client";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** In place of a page that broke in the browser; the header and the way to the other pages stay. */
export default function BrokenPage({ reset }: { reset: () => void }) {
  return (
    <Notice tone="bad" title="This page could not be shown" isLive>
      <p>What was saved is safe, and what waits to be sent is kept on this device.</p>
      <Button onClick={reset}>Try again</Button>
    </Notice>
  );
}
