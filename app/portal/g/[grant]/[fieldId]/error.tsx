"use client";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "This page could not be shown",
    text: "What was saved is safe, and what waits to be sent is kept on this device.",
    tryAgain: "Try again",
  },
  es: {
    title: "Esta página no se pudo mostrar",
    text: "Lo guardado está a salvo, y lo que espera para enviarse se conserva en este dispositivo.",
    tryAgain: "Intentar de nuevo",
  },
});

/** In place of a page that broke in the browser; the header and the way to the other pages stay. */
export default function BrokenPage({ reset }: { reset: () => void }) {
  return (
    <Notice tone="bad" title={words().title} isLive>
      <p>{words().text}</p>
      <Button onClick={reset}>{words().tryAgain}</Button>
    </Notice>
  );
}
