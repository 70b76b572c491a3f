"use client";

import { useId, useState } from "react";
import type { RecordWork } from "@/components/portal/record/use-record";
import { NotSaved } from "@/components/portal/edits/not-saved";
import { SaveState } from "@/components/portal/edits/save-state";
import { isSignerName, SignerName } from "@/components/portal/edits/signer-name";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

const HINT = "Your full name, as you would sign it.";
const NO_NAME = "Type your name first: a signature needs someone who gives it.";

/** The applicator's signature, which locks the record. */
export function SignOff({ work }: { work: RecordWork }) {
  const { shown, edits, canWrite, sign, signItem, signing } = work;
  const moments = shown.readings.map(({ moment }) => moment);
  const isWhole = moments.includes("start") && moments.includes("end");
  const state = edits.stateOf(signItem);
  return (
    <Card title="Sign" id="sign">
      <p>
        You sign {shown.complete} of {shown.total} items. After that the record is locked: what you add later stands
        beside it.
      </p>
      {isWhole ? null : <p>Record the start and the end first.</p>}
      <SignForm isDisabled={!canWrite || !isWhole || signing !== null} sign={sign} />
      {signing === null ? null : <p>Signed by {signing}. The record is locked once this is saved.</p>}
      {state.kind === "refused" ? (
        <NotSaved
          title="The signature was not saved"
          reason={state}
          insist={null}
          dismiss={() => edits.dismiss(signItem)}
        >
          <p>Read the record as it is now, then sign again.</p>
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
        label="Name of the applicator"
        hint={HINT}
        error={isNameMissing ? NO_NAME : undefined}
        name={name}
        setName={setName}
        isDisabled={isDisabled}
      />
      <Button type="submit" kind="primary" icon="lock" disabled={isDisabled}>
        Sign and lock
      </Button>
    </form>
  );
}
