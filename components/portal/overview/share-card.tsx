"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { currentLanguage, LOCALES, wordsIn, type Language } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { standingLine } from "@/lib/views/standing-line";
import styles from "./cab-card.module.css";

const words = wordsIn({
  en: {
    copied: "Copied.",
    cannotCopy: "This browser does not let a page copy. Print the card instead.",
    share: "Share the answer",
    copy: "Copy the answer",
    print: "Print the card",
    sharePicture: "Share as a picture",
    savePicture: "Save as a picture",
    noPicture: "This browser could not make a picture. Print the card instead.",
    wind: (blows: string, at: string) => `${blows} at ${at}. In other wind it is another answer.`,
    left: (count: number) => `The applicator must check ${count} more ${count === 1 ? "thing" : "things"}.`,
  },
  es: {
    copied: "Copiado.",
    cannotCopy: "Este navegador no permite que una página copie. Imprima la tarjeta.",
    share: "Compartir la respuesta",
    copy: "Copiar la respuesta",
    print: "Imprimir la tarjeta",
    sharePicture: "Compartir como imagen",
    savePicture: "Guardar como imagen",
    noPicture: "Este navegador no pudo hacer una imagen. Imprima la tarjeta.",
    wind: (blows, at) => `${blows}, ${at}. Con otro viento, la respuesta es otra.`,
    left: (count) => `El aplicador debe verificar ${count} ${count === 1 ? "cosa" : "cosas"} más.`,
  },
});

const never = () => () => undefined;

/**
 * Passes the answer on as words or as a picture, through what the device offers, the clipboard, or a file, and on paper. It
 * carries no address: a page of the portal opens with the link from the farm software alone.
 */
export function ShareCard({ card }: { card: CabCardView }) {
  const [said, setSaid] = useState("");
  const isRunning = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isRunning) return null;
  const canShare = typeof navigator.share === "function";
  const passing = async (pass: () => Promise<string>, failed: string): Promise<void> => {
    try {
      setSaid(await pass());
    } catch (error) {
      // Closing the device's own sheet is no failure.
      const isClosed = error instanceof DOMException && error.name === "AbortError";
      setSaid(isClosed ? "" : failed);
    }
  };
  const passWords = async (): Promise<string> => {
    const text = linesOf(card).join("\n");
    if (canShare) await navigator.share({ title: card.fieldName, text });
    else await navigator.clipboard.writeText(text);
    return canShare ? "" : words().copied;
  };
  return (
    <div className={styles.share}>
      <Button icon="document" onClick={() => void passing(passWords, words().cannotCopy)}>
        {canShare ? words().share : words().copy}
      </Button>
      <Button icon="document" onClick={() => void passing(() => passPicture(card), words().noPicture)}>
        {canSharePictures() ? words().sharePicture : words().savePicture}
      </Button>
      <Button icon="document" onClick={() => window.print()}>
        {words().print}
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}

const PARTS: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };
const DAY_AND_TIME: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat(LOCALES.en, PARTS),
  es: new Intl.DateTimeFormat(LOCALES.es, PARTS),
};

const PICTURE = "image/png";
const canSharePictures = (): boolean =>
  typeof navigator.canShare === "function" &&
  navigator.canShare({ files: [new File([], "card.png", { type: PICTURE })] });

/** What draws it is fetched when someone asks for it, or is on the device with the page. */
async function passPicture(card: CabCardView): Promise<string> {
  const { cardPicture } = await import("@/components/portal/overview/card-picture");
  const drawing = document.querySelector<SVGSVGElement>("[data-cab-card] figure svg[role=img]");
  const name = `${card.fieldName.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.png`;
  const file = new File([await cardPicture(linesOf(card), drawing)], name, { type: PICTURE });
  if (canSharePictures()) {
    await navigator.share({ title: card.fieldName, files: [file] });
    return "";
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return "";
}

/** The card as a message. It may be read on another day, so that the time of the wind has its day. */
function linesOf({ fieldName, headline, leave, wind, checklist, followTexts }: CabCardView): string[] {
  const count = checklist.reduce((sum, { items }) => sum + items.length, followTexts === null ? 0 : 1);
  const at = wind === null ? "" : DAY_AND_TIME[currentLanguage()].format(new Date(wind.at));
  const lines = [
    fieldName,
    `${headline}.`,
    leave === null ? null : `${leave}.`,
    wind === null ? null : words().wind(wind.words, at),
    count === 0 ? null : words().left(count),
    standingLine().text,
  ];
  return lines.filter((line) => line !== null);
}
