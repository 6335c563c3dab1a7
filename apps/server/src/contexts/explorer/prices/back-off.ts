/** When something that fails may be tried again: after 30 seconds, then twice as long each time, up to an hour. */
export function createBackOff(now: () => number) {
  let failures = 0;
  let notBefore = 0;
  return {
    mayTry: (): boolean => now() >= notBefore,
    failed(): void {
      notBefore = now() + Math.min(3_600_000, 30_000 * 2 ** failures);
      failures += 1;
    },
    succeeded(): void {
      failures = 0;
      notBefore = 0;
    },
  };
}
