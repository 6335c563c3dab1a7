/**
 * The anchor of a heading, by GitHub's rule, so that a link works in the repository and on the site: lower case, spaces as hyphens,
 * everything but letters, digits, hyphens and underscores dropped.
 */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}
