import type { FormField } from "@/lib/views/console/forms";

/** The field of a new password, wherever one is chosen. */
export const newPasswordField: FormField = {
  name: "new_password",
  label: "New password",
  type: "password",
  autoComplete: "new-password",
  hint: "12 to 200 characters, and not one that many people use or that was stolen somewhere.",
};
