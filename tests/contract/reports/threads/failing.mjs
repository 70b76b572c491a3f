/** A layout that fails. */
export const renderReport = () => {
  throw new Error("no layout");
};
