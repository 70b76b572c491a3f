/** A thread that is killed while it works. */
export const renderReport = () => process.exit(9);
