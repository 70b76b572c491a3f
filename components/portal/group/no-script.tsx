import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "To work on several fields at once, switch on JavaScript",
    text: "Everything can be read without it.",
  },
  es: {
    title: "Para trabajar en varios campos a la vez, active JavaScript",
    text: "Todo se puede leer sin él.",
  },
});

/** Why the controls below take nothing, where a browser runs no scripts. */
export const NoScript = () => (
  <noscript>
    <Notice title={words().title}>
      <p>{words().text}</p>
    </Notice>
  </noscript>
);
