import type { OperatorRight, OperatorRole } from "@/lib/domain/operator";

/** The rooms of the console, in the order of its menu, and the right each asks for. */
export const CONSOLE_PAGES = [
  { href: "/console", title: "Overview", right: "read" },
  { href: "/console/providers", title: "Providers", right: "read" },
  { href: "/console/look-up", title: "Look-up", right: "read" },
  { href: "/console/data", title: "Data sets", right: "read" },
  { href: "/console/jobs", title: "Jobs", right: "read" },
  { href: "/console/labels", title: "Labels", right: "read" },
  { href: "/console/labels-asked", title: "Unread labels", right: "read" },
  { href: "/console/rules", title: "Rules", right: "read" },
  { href: "/console/audit", title: "Audit log", right: "read_audit" },
  { href: "/console/account", title: "Account", right: "read" },
] as const satisfies readonly { href: string; title: string; right: OperatorRight }[];

export const ROLE_NAMES: Record<OperatorRole, string> = {
  viewer: "Viewer",
  operator: "Operator",
  rule_editor: "Rule editor",
};

/** Why someone is at the sign-in who has just left: next-auth carries `error` through its own pages, and nothing else. */
export const SIGNED_OUT = "SignedOut";
