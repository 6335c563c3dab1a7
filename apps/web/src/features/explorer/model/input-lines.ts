/** Returns the input data (`0x` and hex) in lines: the selector of a call on its own, then words of 32 bytes. */
export function inputLines(input: string, call: boolean): string[] {
  const digits = input.slice(2);
  const head = call && digits.length >= 8 ? digits.slice(0, 8) : '';
  const rest = digits.slice(head.length);
  const words = Array.from({ length: Math.ceil(rest.length / 64) }, (_, i) =>
    rest.slice(64 * i, 64 * i + 64),
  );
  return head === '' ? words : [head, ...words];
}
