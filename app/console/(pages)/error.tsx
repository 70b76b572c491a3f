"use client";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** In place of a page that broke, or whose form was not answered in time; the header and the way to the other pages stay. */
export default function BrokenPage({ reset }: { reset: () => void }) {
  return (
    <>
      <h1>This page could not be shown</h1>
      <Notice tone="bad" title="Try again" isLive>
        <p>If you sent something, look whether it was saved before you send it again.</p>
        <Button onClick={reset}>Load the page again</Button>
      </Notice>
    </>
  );
}
