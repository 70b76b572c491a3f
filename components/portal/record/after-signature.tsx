import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: { beside: "What you add or correct now stands beside what was signed. Nothing of that is changed." },
  es: { beside: "Lo que agregue o corrija ahora figura al lado de lo firmado. Nada de eso se cambia." },
});

/** Said where a signed record can still be written into. */
export const AfterSignature = () => <p>{words().beside}</p>;
