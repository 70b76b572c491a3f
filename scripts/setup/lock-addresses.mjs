/**
 * A lock file with the address of each package's file, made from name and version as the npm registry and its mirrors
 * have it. npm puts the registry of its settings in the place of this host. The lock file itself names none, so that no
 * mirror's ends there.
 */
export const addressed = (lock) => ({
  ...lock,
  packages: Object.fromEntries(
    Object.entries(lock.packages).map(([path, entry]) => [
      path,
      isFetched(path, entry) ? withAddress(path, entry) : entry,
    ]),
  ),
});

/** Not the project itself, and not what lies elsewhere on this disk or in another package's file. */
const isFetched = (path, { link, inBundle, resolved }) =>
  path !== "" && link !== true && inBundle !== true && resolved === undefined;

function withAddress(path, entry) {
  const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const file = `${name.slice(name.lastIndexOf("/") + 1)}-${entry.version}.tgz`;
  return { ...entry, resolved: `https://registry.npmjs.org/${name}/-/${file}` };
}
