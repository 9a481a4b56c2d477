/** One chunk for all that the first screen needs: many small ones cost a request each and compress badly. */
interface ModuleInfo {
  isEntry: boolean;
  importers: readonly string[];
}
type FindModule = (id: string) => ModuleInfo | null;

/** Return whether the entry imports a module directly or through other modules, but not by `import()`. */
export function isLoadedFirst(id: string, findModule: FindModule, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const found = findModule(id);
  if (!found) return false;
  return found.isEntry || found.importers.some((importer) => isLoadedFirst(importer, findModule, seen));
}

/** The name of a module's chunk; null leaves it to the bundler. */
export function chunkOf(id: string, bundle: { getModuleInfo: FindModule }): string | null {
  return isLoadedFirst(id, (module) => bundle.getModuleInfo(module)) ? "first" : null;
}
