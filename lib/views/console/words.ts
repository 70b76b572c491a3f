import type { PortalMode } from "@/lib/domain/provider";

export const PORTAL_MODE_NAMES: Record<PortalMode, string> = {
  signed_link: "Signed links",
  token: "Token links",
};

/** An action's name in the audit log, as people read it. Names of actions that are gone stay as they were written. */
const ACTION_WORDS: Record<string, string> = {
  "operator.create": "created operator",
  "operator.set_role": "changed the role of operator",
  "operator.set_password": "changed the password of operator",
  "operator.disable": "disabled operator",
  "operator.enable": "enabled operator",
  "operator.bind_identity": "bound an identity to operator",
  "session.start": "signed in as",
  "session.refuse": "was refused a sign-in as",
  "session.end": "signed out",
  "provider.create": "created provider",
  "provider.set_portal": "opened or closed the portal of provider",
  "provider.set_portal_links": "changed the portal links of provider",
  "provider.set_attestations": "changed whether attestations count for provider",
  "provider.set_keep_years": "changed how long applications are kept of provider",
  "provider.set_branding": "changed the branding of provider",
  "provider.revoke_links": "revoked the portal links of provider",
  "provider.offboard": "off-boarded provider",
  "provider.export": "exported provider",
  "provider.erase_begin": "began to erase provider",
  "provider.erase": "erased provider",
  "key.issue": "issued key",
  "key.rotate": "rotated key",
  "key.revoke": "revoked key",
  "webhook.add": "added webhook",
  "webhook.rotate": "rotated the secret of webhook",
  "webhook.remove": "removed webhook",
  "webhook.switch": "switched webhook on or off",
  "webhook.replay": "replayed delivery",
  "webhook.change": "changed webhook",
  "webhook.test": "sent a test to webhook",
  "label.sign": "signed a fact of label",
  "label.dispute": "disputed a fact of label",
  "label.withdraw": "took back a signature on label",
  "data.ask_preview": "asked what would change with the data set",
  "data.ask_switch": "asked for a switch of the data set",
  "data.switch": "switched the data set",
  "data.refuse_switch": "was refused a switch of the data set",
  "data.remove": "removed the data set",
  "job.retry": "tried again what was given up of task",
};

export const actionInWords = (action: string): string => ACTION_WORDS[action] ?? action;

/** The worker's tasks, as people name them. */
export const TASK_WORDS: Record<string, string> = {
  run_bulk_items: "Bulk checks",
  deliver_webhook: "Webhook deliveries",
  enrich_soil: "Soil of fields",
  switch_data: "Switches of data sets",
  preview_data: "Previews of what data would change",
  announce_endings: "Bulletins and labels that end before an application",
  sweep_radar: "Applications that a switch changes",
  refresh_pula: "Look for newer areas",
  refresh_labels: "Look for newer labels",
  refresh_county: "Look for newer counties",
  refresh_soil: "Look for newer soil surveys",
  maintain_database: "Upkeep of the database",
  purge_bulk_jobs: "Removal of old bulk jobs",
  purge_portal_sessions: "Removal of old portal sessions",
  purge_soil: "Removal of old soil data",
  purge_records: "Removal of records and applications that are kept no longer",
  purge_webhook_log: "Removal of old webhook deliveries",
};
