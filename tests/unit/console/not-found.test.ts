import { expect, it } from "vitest";
import { notFoundWords } from "@/lib/views/console/not-found";

it.each([
  ["/console/providers/acme", "There is no provider acme.", "/console/providers"],
  ["/console/providers/acme/usage", "There is no provider acme.", "/console/providers"],
  ["/console/data/pula/in%20three", "There is no data set in three of this kind.", "/console/data"],
  ["/console/data/previews/0198", "There is no preview 0198.", "/console/data"],
  ["/console/labels/1-2/compare", "No label file has the number 1-2.", "/console/labels"],
  ["/console/operators", "The console has no page /console/operators.", "/console"],
  ["/console/labels/%E0%A4%A", "No label file has the number %E0%A4%A.", "/console/labels"],
])("of %s it says what is not there, and leads back", (path, what, href) => {
  expect(notFoundWords(path)).toMatchObject({ what, href });
});
