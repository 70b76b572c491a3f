import type { RecordFact, RecordPart } from "@/lib/domain/application-record";
import type { Cited } from "@/lib/domain/citation";
import type { StateCode } from "@/lib/domain/us-states";

/** What labels, states, and the federal rule ask an applicator to write down. */

/** An item that a rule asks for. */
export interface RecordItemRule extends Cited {
  id: string;
  /** Its number in the rule's own list; null: the rule asks for it elsewhere, and it is not counted. */
  no: number | null;
  text: string;
  parts: RecordPart[];
}

/** By when a record has to be written; exactly one of the two is set. */
export interface RecordDeadline {
  hours: number | null;
  days: number | null;
}

interface RecordRuleHead extends Cited {
  title: string;
  /** Null: the source names none. */
  keptYears: number | null;
  within: RecordDeadline | null;
  items: RecordItemRule[];
}

/** A limit on a typed figure, which no label condition judges. */
export interface RecordLimit extends Cited {
  fact: RecordFact;
  atMost: number;
  text: string;
}

export interface LabelRecordRule extends RecordRuleHead {
  registration: string;
  labelDate: string;
  /** Runoff points that the label gives for keeping the record; null: it says nothing of them. */
  recordPoint: number | null;
  also: RecordItemRule[];
  limits: RecordLimit[];
}

export interface StateRecordRule extends RecordRuleHead {
  state: StateCode;
  /** Null: of every product. */
  registrations: string[] | null;
  /** Null: of every crop. */
  crops: string[] | null;
}

/** What has to be written down, as far as someone has read it. */
export interface RecordRules {
  federal: RecordRuleHead;
  labels: LabelRecordRule[];
  states: StateRecordRule[];
  /** Known to be restricted use. One that is not listed is not known to be free of it. */
  restrictedUse: (Cited & { registration: string })[];
}
