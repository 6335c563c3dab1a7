const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/**
 * Escapes text for XML 1.0 elements and attributes. Replaces unsupported characters (controls, lone surrogates, U+FFFE) with
 * U+FFFD.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"'\n\t]/g, (one) => entities[one] ?? one);
}

/** Writes an element with attributes, omitting null ones; self-closing without content. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | null>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === null ? [] : ` ${key}="${xmlText(String(value))}"`))
    .join('');
  return content.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${content.join('')}</${name}>`;
}
