import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { MACHINE_ANCHOR } from "@/lib/views/portal/pages";

/** The way from the drift page to the files. */
export const MachineLink = ({ href }: { href: string }) => (
  <Card title="Take it to the machine" id={MACHINE_ANCHOR}>
    <p>
      The treatable area and the buffer that are on record, as files for your terminal: ISOBUS task, shapefile, and
      others.
    </p>
    <ButtonLink href={href} icon="document">
      Files and how to load them
    </ButtonLink>
  </Card>
);
