import type { PhotoNote, PhotoPlace } from "@/lib/domain/record-photo";
import { fieldTime } from "@/lib/views/field-time";
import { wordsIn } from "@/lib/views/language";
import { clockOf } from "@/lib/views/portal/clock-words";
import { shortDayInWords } from "@/lib/views/words";

const words = wordsIn({
  en: {
    photo: "Photo",
    place: (at: string) => `Place kept: ${at}`,
  },
  es: {
    photo: "Foto",
    place: (at) => `Lugar guardado: ${at}`,
  },
});

/** Five decimals are about a yard. */
const placeText = ({ lat, lon }: PhotoPlace): string => `${lat.toFixed(5)}, ${lon.toFixed(5)}`;

/** When a photo was taken, by the clock of a zone, else of its device: "Photo, Jun 15, 2026, 9:05 AM". */
export const photoTimeInWords = ({ takenAt }: Pick<PhotoNote, "takenAt">, timeZone: string | null): string => {
  const time =
    timeZone === null ? `${shortDayInWords(takenAt)}, ${clockOf(takenAt, null)}` : fieldTime(takenAt, timeZone);
  return `${words().photo}, ${time}`;
};

/** The place that was kept with a photo; null: none was. */
export const photoPlaceInWords = ({ place }: Pick<PhotoNote, "place">): string | null =>
  place === null ? null : words().place(placeText(place));

/** A photo in one line. */
export function photoInWords(photo: PhotoNote, timeZone: string | null = null): string {
  const time = photoTimeInWords(photo, timeZone);
  const said = photo.caption === "" ? time : `${time}: ${photo.caption}`;
  const place = photoPlaceInWords(photo);
  return place === null ? said : `${said} (${place})`;
}
