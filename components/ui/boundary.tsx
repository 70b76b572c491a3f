"use client";

import { Component, type ReactNode } from "react";

interface Props {
  /** Shown in place of what broke. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a part that breaks, such as one whose script did not arrive, from taking the whole page with it. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
