/** A layout that never ends. */
export const renderReport = () => {
  for (;;);
};
