import type { DriftFactView } from "@/lib/views/portal/drift";

/** The page that gives an application's treatable area as files for the machine. */
export interface MachineView {
  overviewHref: string;
  driftHref: string;
  /** Where the limitation texts are that keep a file from ever being made; null: none does. */
  textsHref: string | null;
  /** Why there is no file now, and what to do about it; null: there are files. */
  notReady: { title: string; text: string; open: string[] } | null;
  /** Empty where there is no file. */
  files: MachineFileView[];
  /** What the files hold for. */
  placed: { at: string; wind: { at: string; isOld: boolean }; facts: DriftFactView[] } | null;
}

export interface MachineFileView {
  title: string;
  about: string;
  href: string;
}

/** The page of an application's files, from the address of its drift page. */
export const machineHref = (driftHref: string): string => driftHref.replace("/drift?", "/drift/machine?");
