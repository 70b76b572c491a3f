import { Notice } from "@/components/ui/notice";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    heading: "The report as a page",
    title: "This report is not shown as a page",
    text: "Its number is not known here, or what is saved has changed since. The page of its record says which, and has the PDF that was given out.",
    verify: "The page of the record",
  },
  es: {
    heading: "El informe como página",
    title: "Este informe no se muestra como página",
    text: "Aquí no se conoce su número, o lo guardado cambió desde entonces. La página de su registro dice cuál de las dos, y tiene el PDF que se entregó.",
    verify: "La página del registro",
  },
});

/** Nothing of a record that has changed is shown in its place. */
export const TwinGone = ({ hash }: { hash: string }) => (
  <main>
    <h1>{words().heading}</h1>
    <Notice tone="warn" title={words().title}>
      <p>{words().text}</p>
    </Notice>
    <p>
      <a href={`/verify/${encodeURIComponent(hash)}`}>{words().verify}</a>
    </p>
  </main>
);
