import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon, type IconName } from "@/components/ui/icon";
import styles from "./button.module.css";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

interface Look {
  kind?: ButtonKind;
  icon?: IconName;
  /** As wide as what it stands in. */
  isWide?: boolean;
  children: ReactNode;
}

const look = ({ kind = "secondary", isWide = false }: Pick<Look, "kind" | "isWide">): string =>
  classNames(styles.button, styles[kind], isWide && styles.wide);

export function Button({
  kind,
  icon,
  isWide,
  children,
  className,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  const shape = { ...(kind === undefined ? {} : { kind }), ...(isWide === undefined ? {} : { isWide }) };
  return (
    <button type="button" {...rest} className={classNames(look(shape), className)}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function ButtonLink({ href, kind, icon, isWide, children }: Look & { href: string }) {
  const shape = { ...(kind === undefined ? {} : { kind }), ...(isWide === undefined ? {} : { isWide }) };
  return (
    <a href={href} className={look(shape)}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </a>
  );
}
