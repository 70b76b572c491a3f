"use client";

import { useId, useState } from "react";
import { READING_LIST_ID } from "@/components/portal/record/readings";
import type { RecordWork } from "@/components/portal/record/use-record";
import { NotSaved } from "@/components/portal/edits/not-saved";
import { SaveState } from "@/components/portal/edits/save-state";
import { isSignerName, SignerName } from "@/components/portal/edits/signer-name";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { wordsIn } from "@/lib/views/language";
import styles from "./record.module.css";

const words = wordsIn({
  en: {
    title: "Sign",
    intro: (complete: number, total: number) =>
      `You sign ${complete} of ${total} items. After that the record is locked: what you add later stands beside it.`,
    startAndEnd: "Record the start and the end first. After that you can sign here.",
    signing: (name: string) => `Signed by ${name}. The record is locked once this is saved.`,
    notSaved: "The signature was not saved",
    notSavedText: "Read the record as it is now, then sign again.",
    name: "Name of the applicator",
    hint: "Your full name, as you would sign it.",
    noName: "Type your name first: a signature needs someone who gives it.",
    sign: "Sign and lock",
  },
  es: {
    title: "Firmar",
    intro: (complete, total) =>
      `Usted firma ${complete} de ${total} datos. Después el registro queda bloqueado: lo que agregue más tarde figura al lado.`,
    startAndEnd: "Registre primero el inicio y el fin. Después puede firmar aquí.",
    signing: (name) => `Firmado por ${name}. El registro queda bloqueado en cuanto esto se guarde.`,
    notSaved: "La firma no se guardó",
    notSavedText: "Lea el registro como está ahora y luego firme de nuevo.",
    name: "Nombre del aplicador",
    hint: "Su nombre completo, tal como lo firmaría.",
    noName: "Escriba primero su nombre: una firma necesita a alguien que la dé.",
    sign: "Firmar y bloquear",
  },
});

/** The applicator's signature, which locks the record. */
export function SignOff({ work }: { work: RecordWork }) {
  const { shown, edits, canWrite, sign, signItem, signing } = work;
  const moments = shown.readings.map(({ moment }) => moment);
  const isWhole = moments.includes("start") && moments.includes("end");
  const state = edits.stateOf(signItem);
  return (
    <Card title={words().title} id="sign" className={styles.forScreens}>
      {isWhole || signing !== null ? (
        <>
          <p>{words().intro(shown.complete, shown.total)}</p>
          <SignForm isDisabled={!canWrite || signing !== null} sign={sign} />
        </>
      ) : (
        <p>{words().startAndEnd}</p>
      )}
      {signing === null ? null : <p className={styles.signing}>{words().signing(signing)}</p>}
      {state.kind === "refused" ? (
        <NotSaved
          title={words().notSaved}
          reason={state}
          insist={null}
          dismiss={() => {
            // What is to be read before it is signed again.
            document.getElementById(READING_LIST_ID)?.focus();
            edits.dismiss(signItem);
          }}
        >
          <p>{words().notSavedText}</p>
        </NotSaved>
      ) : null}
      <div role="status">{state.kind === "refused" ? null : <SaveState state={state} />}</div>
    </Card>
  );
}

function SignForm({ isDisabled, sign }: { isDisabled: boolean; sign: (name: string) => void }) {
  const id = useId();
  const [name, setName] = useState("");
  const [isNameMissing, setNameMissing] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const isName = isSignerName(name);
        setNameMissing(!isName);
        if (isName) sign(name.trim());
        else document.getElementById(id)?.focus();
      }}
    >
      <SignerName
        id={id}
        label={words().name}
        hint={words().hint}
        error={isNameMissing ? words().noName : undefined}
        name={name}
        setName={setName}
        isDisabled={isDisabled}
      />
      <Button type="submit" kind="primary" icon="lock" disabled={isDisabled}>
        {words().sign}
      </Button>
    </form>
  );
}
