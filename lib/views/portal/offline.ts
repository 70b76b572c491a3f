/** What a device is to keep of a session, so that it opens without a network. */
export interface ToKeep {
  grant: string;
  /** ISO 8601; nothing of the session stays on the device beyond it. */
  expiresAt: string;
  /** Names the link that began the session; null: not known. */
  link: string | null;
  /** Where that link leads. */
  start: string;
  /** Pages that may never have been opened: all of a field, or those of a group's fields. */
  pages: string[];
}
