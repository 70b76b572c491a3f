export const DATA_SWITCH_STATES = ["waiting", "running", "done", "refused"] as const;
export type DataSwitchState = (typeof DATA_SWITCH_STATES)[number];

/** A switch of reference data that an operator asked for in the console. */
export interface DataSwitch {
  switchId: string;
  kind: string;
  /** `rollback` puts the set before this one in force again, whatever its checks say. */
  act: "activate" | "rollback";
  /** The set in force when the operator confirmed. */
  fromVersion: string | null;
  toVersion: string;
  askedBy: string;
  operatorId: string | null;
  requestId: string | null;
  askedAt: Date;
  state: DataSwitchState;
  /** Why it was refused. */
  detail: string | null;
  endedAt: Date | null;
}
