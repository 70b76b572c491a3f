export const OPERATOR_ROLES = ["viewer", "operator", "rule_editor"] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** What each page and action of the console asks for, and which roles have it. */
export const OPERATOR_RIGHTS = {
  read: ["viewer", "operator", "rule_editor"],
  read_audit: ["operator"],
  manage_providers: ["operator"],
  manage_keys: ["operator"],
  manage_webhooks: ["operator"],
  sign_facts: ["rule_editor"],
  preview_data: ["operator", "rule_editor"],
  switch_data: ["operator"],
  manage_jobs: ["operator"],
} as const satisfies Record<string, readonly OperatorRole[]>;
export type OperatorRight = keyof typeof OPERATOR_RIGHTS;

export const hasRight = (role: OperatorRole, right: OperatorRight): boolean =>
  OPERATOR_RIGHTS[right].some((allowed) => allowed === role);

/** A look-up shows so many applications, the newest. */
export const MOST_LOOKED_UP = 50;

/** A person who runs the service. */
export interface Operator {
  operatorId: string;
  email: string;
  name: string;
  role: OperatorRole;
  /** False: this person signs in through the identity provider only. */
  hasPassword: boolean;
  /** Someone else made or knows the password: it has to be changed at the first sign-in with it. */
  passwordIsTemporary: boolean;
  createdAt: Date;
  disabledAt: Date | null;
}

/** Who does something, for the audit log. */
export interface ActionBy {
  /** An operator's e-mail address, or the command line with its user. */
  actor: string;
  operatorId: string | null;
  requestId: string | null;
}

export const AUDIT_ACTIONS = [
  "operator.create",
  "operator.set_role",
  "operator.set_password",
  "operator.disable",
  "operator.enable",
  "operator.bind_identity",
  "session.start",
  "session.refuse",
  "session.end",
  "session.end_others",
  "provider.create",
  "provider.set_portal",
  "provider.set_portal_links",
  "provider.set_attestations",
  "provider.set_branding",
  "provider.revoke_links",
  "provider.set_keep_years",
  "provider.offboard",
  "provider.export_begin",
  "provider.export",
  "provider.erase_begin",
  "provider.erase",
  "account.export_begin",
  "account.export",
  "account.erase_begin",
  "account.erase",
  "field.archive",
  "field.restore",
  "key.issue",
  "key.rotate",
  "key.revoke",
  "webhook.add",
  "webhook.rotate",
  "webhook.remove",
  "webhook.switch",
  "webhook.replay",
  "webhook.change",
  "webhook.test",
  "label.sign",
  "label.dispute",
  "label.withdraw",
  "data.ask_preview",
  "data.ask_switch",
  "data.switch",
  "data.refuse_switch",
  "data.remove",
  "job.retry",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Names and values of what an action changed; never a secret. */
export type AuditFacts = Record<string, string | number | boolean | null | readonly string[]>;

export interface RecordedAction {
  action: AuditAction;
  object: {
    kind: "operator" | "provider" | "account" | "field" | "key" | "webhook" | "label" | "data_set" | "job";
    id: string;
  };
  before?: AuditFacts;
  after?: AuditFacts;
}

export interface AuditEntry {
  auditId: string;
  happenedAt: Date;
  actor: string;
  action: string;
  objectKind: string;
  objectId: string;
  before: AuditFacts | null;
  after: AuditFacts | null;
  requestId: string | null;
}

/** An operator's request that cannot be carried out. The message is for the operator and says what would be right. */
export class OperatorRefusal extends Error {
  override readonly name = "OperatorRefusal";
}
