import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { MACHINE_ANCHOR } from "@/lib/views/portal/pages";
import { wordsIn } from "@/lib/views/language";

const words = wordsIn({
  en: {
    title: "Take it to the machine",
    what: "The treatable area and the buffer that are on record, as files for your terminal: ISOBUS task, shapefile, and others.",
    files: "Files and how to load them",
  },
  es: {
    title: "Llevarla a la máquina",
    what: "El área que se puede tratar y la zona de amortiguamiento que están en el registro, como archivos para su terminal: tarea ISOBUS, shapefile y otros.",
    files: "Archivos y cómo cargarlos",
  },
});

/** The way from the drift page to the files. */
export const MachineLink = ({ href }: { href: string }) => (
  <Card title={words().title} id={MACHINE_ANCHOR}>
    <p>{words().what}</p>
    <ButtonLink href={href} icon="document">
      {words().files}
    </ButtonLink>
  </Card>
);
