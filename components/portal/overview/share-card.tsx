"use client";

import { useState, useSyncExternalStore } from "react";
import { useIsChanging } from "@/components/portal/edits/changing";
import { Button } from "@/components/ui/button";
import { wordsIn } from "@/lib/views/language";
import type { CabCardView } from "@/lib/views/portal/cab-card";
import { applicationInWords, cardLines, pictureName, type CardLine } from "@/lib/views/portal/cab-text";
import { serverNow } from "@/lib/portal-client/server-clock";
import { isWindOld } from "@/lib/views/portal/wind-age";
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
  },
});

const never = () => () => undefined;

/**
 * Passes the answer on as words or as a picture, through what the device offers, the clipboard, or a file, and on paper. It
 * carries no address: a page of the portal opens with the link from the farm software alone.
 */
export function ShareCard({ card }: { card: CabCardView }) {
  const [said, setSaid] = useState("");
  const isChanging = useIsChanging();
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
    const text = linesNow(card, isChanging)
      .map((line) => line.text)
      .join("\n");
    if (canShare) await navigator.share({ title: titleOf(card), text });
    else await navigator.clipboard.writeText(text);
    return canShare ? "" : words().copied;
  };
  return (
    <div className={styles.share}>
      <Button icon="document" onClick={() => void passing(passWords, words().cannotCopy)}>
        {canShare ? words().share : words().copy}
      </Button>
      <Button icon="document" onClick={() => void passing(() => passPicture(card, isChanging), words().noPicture)}>
        {canSharePictures() ? words().sharePicture : words().savePicture}
      </Button>
      <Button icon="document" onClick={() => window.print()}>
        {words().print}
      </Button>
      <span role="status">{said}</span>
    </div>
  );
}

/** As the card stands when someone passes it on. */
const linesNow = (card: CabCardView, isChanging: boolean): CardLine[] =>
  cardLines(card, { isOld: isWindOld(card.wind, serverNow()), isChanging });
const titleOf = (card: CabCardView): string => `${card.fieldName}: ${applicationInWords(card)}`;

const PICTURE = "image/png";
const canSharePictures = (): boolean =>
  typeof navigator.canShare === "function" &&
  navigator.canShare({ files: [new File([], "card.png", { type: PICTURE })] });

/** What draws it is fetched when someone asks for it, or is on the device with the page. */
async function passPicture(card: CabCardView, isChanging: boolean): Promise<string> {
  const { cardPicture } = await import("@/components/portal/overview/card-picture");
  const drawing = document.querySelector<SVGSVGElement>("[data-cab-card] figure svg[role=img]");
  const name = pictureName(card);
  const file = new File([await cardPicture(linesNow(card, isChanging), drawing)], name, { type: PICTURE });
  if (canSharePictures()) {
    await navigator.share({ title: titleOf(card), files: [file] });
    return "";
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return "";
}
