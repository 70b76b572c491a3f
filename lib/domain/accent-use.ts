/** A provider's color in one theme of the portal. */
export interface AccentUse {
  theme: string;
  ground: string;
  /** As the pages use it: the wanted color, or the nearest to it that can be read. */
  accent: string;
  /** What is written on it. */
  onAccent: string;
  isAdjusted: boolean;
  /** Against the page's ground, of 1 to 21. */
  contrast: number;
}
