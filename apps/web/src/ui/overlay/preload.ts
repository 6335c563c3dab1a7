/** Loads what is about to be shown, at most once. A load that fails is tried again when it is shown. */
export function preload(load: () => Promise<unknown>): void {
  void load().catch(() => undefined);
}
