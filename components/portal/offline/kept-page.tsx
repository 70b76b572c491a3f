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
    notCompared: "Nothing on it was compared with newer data since.",
  },
  es: {
    noServer: "No se puede llegar al servidor",
    offline: "Usted está sin conexión",
    offlineText:
      "Lo que abrió antes se puede leer. Los cambios se guardan en este dispositivo y se envían cuando vuelva la conexión.",
    asItWas: "Esta página está como estaba el",
    notCompared: "Nada de ella se ha comparado desde entonces con datos más nuevos.",
  },
});

interface Props {
  isOnline: boolean;
  /** When this device kept the page; null: it came from the server. */
  keptAt: string | null;
  /** When the server made it. */
  servedAt: string;
}

/**
 * Says of when a page is that this device kept, or that was open as the network went, and that no one has compared it with anything since.
 * Nothing where the server just answered.
 */
export function KeptPage({ isOnline, keptAt, servedAt }: Props) {
  if (isOnline && keptAt === null) return null;
  return (
    <Notice tone="warn" icon="offline" title={isOnline ? words().noServer : words().offline} isLive>
      <p>
        {words().asItWas} <LocalTime at={keptAt ?? servedAt} />. {words().notCompared} {words().offlineText}
      </p>
    </Notice>
  );
}
