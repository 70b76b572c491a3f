import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { MACHINE_ANCHOR } from "@/lib/views/portal/pages";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "Take it to the machine",
    what: "The treatable area and the buffer that are on record, as files for your terminal: ISOBUS task, shapefile, and others.",
    noFile:
      "No file is made for this application: a limitation text applies, and no machine can read it. Read the text, follow it, and keep the buffer yourself.",
    readTexts: "Read the limitation text",
    files: "Files and how to load them",
  },
  es: {
    title: "Llevar a la máquina",
    what: "El área que se puede tratar y la zona de amortiguamiento que están en el registro, como archivos para su terminal: tarea ISOBUS, shapefile y otros.",
    noFile:
      "Para esta aplicación no se hace ningún archivo: se aplica un texto de limitación, y ninguna máquina puede leerlo. Lea el texto, sígalo y respete por su cuenta la zona de amortiguamiento.",
    readTexts: "Leer el texto de la limitación",
    files: "Archivos y cómo cargarlos",
  },
});

/** The way from the drift page to the files; `textsHref`: to the limitation texts, where these leave no file to be made. */
export const MachineLink = ({ href, textsHref }: { href: string; textsHref: string | null }) => (
  <Card title={words().title} id={MACHINE_ANCHOR}>
    <p>{textsHref === null ? words().what : words().noFile}</p>
    <ButtonLink href={textsHref ?? href} icon="document">
      {textsHref === null ? words().files : words().readTexts}
    </ButtonLink>
  </Card>
);
