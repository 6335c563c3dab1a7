const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Text for XML 1.0, in elements and attributes. What XML cannot say (controls, halves of pairs, U+FFFE) becomes U+FFFD. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"'\n\t]/g, (one) => entities[one] ?? one);
}

/** An element with attributes, those that are null left out; without content it is closed at once. */
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
