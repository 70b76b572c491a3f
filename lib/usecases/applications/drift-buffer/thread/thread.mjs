import { register } from "tsx/esm/api";

// A thread starts without the loader of the process that starts it; Node 20 takes none from its arguments either.
register();
const { placeInThread } = await import("./worker.ts");
export { placeInThread };
