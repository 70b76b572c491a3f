import { applicationAsJson, toRecord, type ApplicationJson } from "@/lib/data/compliance-reads";
import { Prisma } from "@/lib/data/db";
import { notesAsJson, toCheckNotes, type CheckNotes, type NotesJson } from "@/lib/data/portal/reviews";
import type { SavedApplicationRecord } from "@/lib/domain/saved-application";

/** An application with all that a page judges it by. */
export interface NotedApplication {
  saved: SavedApplicationRecord;
  notes: CheckNotes;
}

export interface NotedJson {
  saved: ApplicationJson;
  notes: NotesJson;
}

/** The application row `a` of the field row `f`. */
export const notedAsJson = (): Prisma.Sql =>
  Prisma.sql`json_build_object('saved', ${applicationAsJson({})}, 'notes', ${notesAsJson()})`;

export const toNoted = ({ saved, notes }: NotedJson): NotedApplication => ({
  saved: toRecord(saved),
  notes: toCheckNotes(notes),
});
