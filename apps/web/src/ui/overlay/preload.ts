/** Loads code in advance, at most once. A failed load is retried when the content is shown. */
export function preload(load: () => Promise<unknown>): void {
  void load().catch(() => undefined);
}
