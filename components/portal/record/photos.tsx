"use client";

import { useId, useState } from "react";
import { PHOTO_FORM_ID, PhotoForm } from "@/components/portal/record/photo-form";
import { shrinkPhoto } from "@/components/portal/record/shrink-photo";
import { TakeOut } from "@/components/portal/record/take-out";
import type { ShownPhoto } from "@/components/portal/record/use-photos";
import { isoIn, type RecordWork } from "@/components/portal/record/use-record";
import { useFieldZone } from "@/components/ui/field-clock";
import { Card } from "@/components/ui/card";
import { useFocusAfter } from "@/components/ui/use-focus-after";
import { MOST_RECORD_PHOTOS } from "@/lib/domain/record-photo";
import { wordsIn } from "@/lib/views/language";
import { photoPlaceInWords, photoTimeInWords } from "@/lib/views/portal/photo-words";
import { BY_MISTAKE } from "@/lib/views/portal/record-words";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    title: "Photos",
    list: "Photos of this record",
    intro: "Such as the nozzles, the wind meter, or the field's edge. What the camera writes into a file is not sent.",
    take: "Take a photo",
    choose: "Choose a photo",
    reading: "The photo is being read.",
    broken: "This file cannot be shown as a picture. Choose another one.",
    full: (most: number) => `A record has ${most} photos at most.`,
    photo: "Photo without words",
    waiting: " (on this device)",
    added: "Added after the signature",
  },
  es: {
    title: "Fotos",
    list: "Fotos de este registro",
    intro:
      "Por ejemplo, las boquillas, el anemómetro o el borde del campo. Lo que la cámara escribe en un archivo no se envía.",
    take: "Tomar una foto",
    choose: "Elegir una foto",
    reading: "Se está leyendo la foto.",
    broken: "Este archivo no se puede mostrar como imagen. Elija otro.",
    full: (most) => `Un registro tiene ${most} fotos como máximo.`,
    photo: "Foto sin texto",
    waiting: " (en este dispositivo)",
    added: "Agregada después de la firma",
  },
});

export const PHOTO_LIST_ID = "photo-list";

interface Picked {
  jpeg: string;
  takenAt: string;
}

/** A file has the time at which it was made; one that is older than the camera's own clock can say is of now. */
const timeOf = (file: File, zone: string | null): string =>
  isoIn(zone, new Date(Math.min(file.lastModified, Date.now())));

/** Photos of an application: taken or chosen, kept without a network, taken out until the record is signed. */
export function Photos({ work }: { work: RecordWork }) {
  const { photos, canWrite, addPhoto } = work;
  const zone = useFieldZone();
  const [picked, setPicked] = useState<Picked | null>(null);
  const [reading, setReading] = useState<"none" | "reading" | "broken">("none");
  const focusAfter = useFocusAfter();
  const done = (): void => {
    setPicked(null);
    focusAfter(PHOTO_LIST_ID);
  };
  const pick: PickProps["pick"] = async (file, inputId) => {
    if (reading === "reading") return;
    setReading("reading");
    try {
      setPicked({ jpeg: await shrinkPhoto(file), takenAt: timeOf(file, zone) });
      setReading("none");
      focusAfter(PHOTO_FORM_ID);
    } catch {
      setReading("broken");
      // It took no file meanwhile, and so lost the focus; someone who has moved on keeps theirs.
      if (document.activeElement === document.body) focusAfter(inputId);
    }
  };
  const isFull = photos.length >= MOST_RECORD_PHOTOS;
  const isDisabled = !canWrite || isFull || reading === "reading";
  return (
    <Card title={words().title} id="photos" className={photos.length === 0 ? styles.forScreens : undefined}>
      <p className={styles.forScreens}>{isFull ? words().full(MOST_RECORD_PHOTOS) : words().intro}</p>
      {picked === null ? (
        <div className={styles.moments}>
          <PickButton label={words().take} isCamera isDisabled={isDisabled} pick={pick} />
          <PickButton label={words().choose} isDisabled={isDisabled} pick={pick} />
        </div>
      ) : (
        <PhotoForm
          jpeg={picked.jpeg}
          close={done}
          save={(said) => {
            addPhoto({ ...said, ...picked });
            done();
          }}
        />
      )}
      <p role="status">{reading === "none" ? "" : words()[reading]}</p>
      <div id={PHOTO_LIST_ID} tabIndex={-1} role="group" aria-label={words().list}>
        <PhotoList work={work} struck={() => focusAfter(PHOTO_LIST_ID)} />
      </div>
    </Card>
  );
}

interface PickProps {
  label: string;
  /** On a phone the camera opens; elsewhere files are chosen. */
  isCamera?: boolean;
  isDisabled: boolean;
  pick: (file: File, inputId: string) => Promise<void>;
}

function PickButton({ label, isCamera = false, isDisabled, pick }: PickProps) {
  const id = useId();
  return (
    <span className={styles.pick}>
      <input
        id={id}
        type="file"
        accept="image/*"
        {...(isCamera ? { capture: "environment" as const } : {})}
        className="visually-hidden"
        disabled={isDisabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) void pick(file, id);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <label htmlFor={id} className={styles.big}>
        {label}
      </label>
    </span>
  );
}

interface ListProps {
  work: RecordWork;
  /** A photo was just taken out, and its row goes. */
  struck: () => void;
}

function PhotoList({ work: { photos, shown, canWrite, write }, struck }: ListProps) {
  const zone = useFieldZone();
  if (photos.length === 0) return null;
  return (
    <ul className={styles.photos} data-photos={photos.length}>
      {photos.map((photo) => (
        <li key={photo.entryId}>
          <Photo photo={photo} />
          {canWrite && shown.signed === null ? (
            <TakeOut
              what={photo.caption || photoTimeInWords(photo, zone)}
              takeOut={() => {
                write({ kind: "strike", reason: BY_MISTAKE }, photo.entryId);
                struck();
              }}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Photo({ photo }: { photo: ShownPhoto }) {
  const { caption, href, smallHref, isAddition, isWaiting } = photo;
  const zone = useFieldZone();
  const place = photoPlaceInWords(photo);
  const picture = <img src={smallHref} alt={caption === "" ? words().photo : caption} loading="lazy" />;
  return (
    <figure className={styles.photo}>
      {isWaiting || href.startsWith("data:") ? picture : <a href={href}>{picture}</a>}
      <figcaption>
        <span translate="no">{caption}</span>
        <span className={styles.quiet}>
          {photoTimeInWords(photo, zone)}
          {isWaiting ? words().waiting : null}
        </span>
        {place === null ? null : <span className={styles.quiet}>{place}</span>}
        {isAddition ? <span className={styles.quiet}>{words().added}</span> : null}
      </figcaption>
    </figure>
  );
}
