/** How often npm's process is looked for; no signal tells of its end. */
const LOOK_MS = 500;

/** As this process begins: once its parent has gone, another one stands in its place. */
const PARENT = process.ppid;

/**
 * Calls `stop` once when the process that this one was started by has gone: `npm start` (npm passes no SIGTERM on, and its
 * shell just ends), or the start script, over whose channel it would have been told. Started in any other way, as by
 * systemd or in the background of a shell, it outlives its parent.
 *
 * @param {() => void} stop
 * @returns {void}
 */
export function stopWithParent(stop) {
  if (process.connected) {
    process.once("disconnect", stop);
    return;
  }
  if (process.env.npm_lifecycle_event === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(watch);
    stop();
  }, LOOK_MS);
  watch.unref();
}
