"use client";

import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { controlClass, Field } from "@/components/ui/field";
import { MAX_CAPTION_LENGTH, type PhotoPlace } from "@/lib/domain/record-photo";
import { wordsIn } from "@/lib/views/language";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    form: "The photo",
    preview: "The photo as it will be kept",
    caption: "What it shows",
    place: "Keep the place with it",
    placeHint: "Where this device is now. Without this, no place is kept.",
    asking: "Asking this device where it is…",
    save: "Save photo",
    cancel: "Drop this photo",
    noPlace: "This device did not say where it is. Save the photo without its place, or try again.",
  },
  es: {
    form: "La foto",
    preview: "La foto como se va a guardar",
    caption: "Qué muestra",
    place: "Guardar el lugar con ella",
    placeHint: "Dónde está este dispositivo ahora. Sin esto no se guarda ningún lugar.",
    asking: "Se pregunta a este dispositivo dónde está…",
    save: "Guardar foto",
    cancel: "Descartar esta foto",
    noPlace: "Este dispositivo no dijo dónde está. Guarde la foto sin su lugar o intente de nuevo.",
  },
});

/** What takes the focus as the form opens. */
export const PHOTO_FORM_ID = "photo-form";

const PATIENCE_MS = 20_000;
const OLDEST_MS = 60_000;
const DIGITS = 5;

/** Where this device is, some yards; null: it does not say. */
const placeNow = (): Promise<PhotoPlace | null> =>
  new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) =>
        resolve({ lat: Number(latitude.toFixed(DIGITS)), lon: Number(longitude.toFixed(DIGITS)) }),
      () => resolve(null),
      { enableHighAccuracy: true, maximumAge: OLDEST_MS, timeout: PATIENCE_MS },
    ),
  );

interface Props {
  /** JPEG in base64. */
  jpeg: string;
  save: (said: { caption: string; place: PhotoPlace | null }) => void;
  close: () => void;
}

type Asking = "open" | "asking" | "unplaced";

/** A photo that is about to be kept, and what stands with it. The device is asked for its place only where that is to be kept. */
function usePhotoForm({ save, close }: Pick<Props, "save" | "close">) {
  const isDropped = useRef(false);
  const [caption, setCaption] = useState("");
  const [isPlaceWanted, setPlaceWanted] = useState(false);
  const [state, setState] = useState<Asking>("open");
  const submit = async (): Promise<void> => {
    if (state === "asking") return;
    if (!isPlaceWanted) {
      save({ caption: caption.trim(), place: null });
      return;
    }
    setState("asking");
    const place = await placeNow();
    if (isDropped.current) return;
    if (place !== null) {
      save({ caption: caption.trim(), place });
      return;
    }
    setState("unplaced");
    setPlaceWanted(false);
  };
  const drop = (): void => {
    isDropped.current = true;
    close();
  };
  return { caption, setCaption, isPlaceWanted, setPlaceWanted, state, submit, drop };
}

/** What someone says of a photo before it is kept. */
export function PhotoForm({ jpeg, save, close }: Props) {
  const id = useId();
  const { caption, setCaption, isPlaceWanted, setPlaceWanted, state, submit, drop } = usePhotoForm({ save, close });
  return (
    <form
      id={PHOTO_FORM_ID}
      tabIndex={-1}
      className={styles.form}
      aria-label={words().form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <img className={styles.preview} src={`data:image/jpeg;base64,${jpeg}`} alt={words().preview} />
      <Field id={id} label={words().caption}>
        <input
          id={id}
          className={controlClass}
          maxLength={MAX_CAPTION_LENGTH}
          value={caption}
          onChange={({ target }) => setCaption(target.value)}
        />
      </Field>
      <Choice
        type="checkbox"
        id={`${id}-place`}
        label={words().place}
        description={words().placeHint}
        checked={isPlaceWanted}
        onChange={({ target }) => setPlaceWanted(target.checked)}
      />
      <p role="status" className={styles.quiet}>
        {state === "asking" ? words().asking : state === "unplaced" ? words().noPlace : ""}
      </p>
      <div className={styles.formButtons}>
        <button type="submit" className={styles.save} aria-disabled={state === "asking"}>
          {words().save}
        </button>
        <Button kind="quiet" onClick={drop}>
          {words().cancel}
        </Button>
      </div>
    </form>
  );
}
