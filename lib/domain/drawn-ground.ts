/** Managed ground that someone drew beside the field: it counts on their word. */
export interface DrawnGround {
  /** One of `MANAGED_AREA_CATEGORIES`. */
  category: string;
  label: string | null;
  /** How wide a strip of its area and outline is. */
  acrossFt: number;
}
