import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    noServer: "The server cannot be reached",
    offline: "You are offline",
    offlineText:
      "What you opened before can be read. Changes are kept on this device and sent when the connection is back.",
    asItWas: "This page is as it was on",
  },
  es: {
    noServer: "No se puede llegar al servidor",
    offline: "Usted está sin conexión",
    offlineText:
      "Lo que abrió antes se puede leer. Los cambios se guardan en este dispositivo y se envían cuando vuelva la conexión.",
    asItWas: "Esta página está como estaba el",
  },
});

/** Says of when a page is that this device kept, and that there is no network. Nothing where the server just answered. */
export function KeptPage({ isOnline, keptAt }: { isOnline: boolean; keptAt: string | null }) {
  if (isOnline && keptAt === null) return null;
  return (
    <Notice tone="warn" icon="offline" title={isOnline ? words().noServer : words().offline} isLive>
      <p>
        {words().offlineText}
        {keptAt === null ? null : (
          <>
            {" "}
            {words().asItWas} <LocalTime at={keptAt} />.
          </>
        )}
      </p>
    </Notice>
  );
}
