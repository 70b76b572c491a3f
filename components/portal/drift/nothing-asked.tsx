import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    noApplication: (year: number) => `No application in ${year} yet`,
    notAsked: "No drift buffer is asked for",
    why: "A drift buffer belongs to an application: its products, its sprayer and its day. Once your farm software has sent one, its buffers are worked out here.",
  },
  es: {
    noApplication: (year) => `Todavía no hay aplicación en ${year}`,
    notAsked: "No se pide zona de amortiguamiento por deriva",
    why: "Una zona de amortiguamiento por deriva pertenece a una aplicación: sus productos, su aspersora y su día. Cuando su programa agrícola haya enviado una, aquí se calculan sus zonas.",
  },
});

/** `text`: why no buffer is asked for; null: there is no application that could ask for one. */
export const NothingAsked = ({ text, year }: { text: string | null; year: number }) => (
  <Notice title={text === null ? words().noApplication(year) : words().notAsked}>
    <p>{text ?? words().why}</p>
  </Notice>
);
