import { posix } from 'node:path';
import { slugOf } from '../docs/.vitepress/slug.ts';

/** Markdown documents by path in the repository. */
export type Documents = ReadonlyMap<string, string>;

const fence = /^( *)(```|~~~).*?^\1\2 *$/gms;
const inlineCode = /`[^`\n]*`/g;

/** Returns the anchors of a document: one per heading, numbered for equal headings. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replaceAll(fence, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let anchor = slug;
    for (let i = 1; anchors.has(anchor); i += 1) anchor = `${slug}-${i}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns the targets of a document's links and pictures, except those in code. */
function targetsOf(text: string): string[] {
  const prose = text.replaceAll(fence, '').replaceAll(inlineCode, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/**
 * Returns the problems with links of documents, one sentence each: missing files, and headings that don't exist. `exists` returns
 * whether a path in the repository is a file or folder. Links to other hosts aren't followed.
 */
export function brokenLinks(documents: Documents, exists: (path: string) => boolean): string[] {
  return [...documents].flatMap(([file, text]) =>
    targetsOf(text).flatMap((target) => {
      if (/^[a-z]+:/.test(target)) return [];
      const [path = '', anchor] = target.split('#');
      const to = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!exists(to)) return [`${file}: ${target} is not there`];
      const linked = documents.get(to);
      if (anchor === undefined || linked === undefined || anchorsOf(linked).has(anchor)) return [];
      return [`${file}: ${to} has no heading #${anchor}`];
    }),
  );
}

/** Returns pictures of `images` that no document uses. */
export function unusedImages(documents: Documents, images: readonly string[]): string[] {
  const used = new Set(
    [...documents].flatMap(([file, text]) =>
      targetsOf(text).map((target) => posix.join(posix.dirname(file), target)),
    ),
  );
  return images.filter((image) => !used.has(image));
}

/**
 * Returns pages below docs/ that are missing in the sidebar, and its entries that are duplicated or have no file; the start page
 * needs no entry.
 */
export function sidebarFaults(documents: Documents, pages: readonly string[]): string[] {
  const files = [...documents.keys()].filter((file) => file.startsWith('docs/') && file !== 'docs/index.md');
  const paths = pages.map((page) => `docs/${page}.md`);
  return [
    ...files.filter((file) => !paths.includes(file)).map((file) => `${file} is not in the sidebar`),
    ...paths.filter((file) => !files.includes(file)).map((file) => `${file} is in the sidebar only`),
    ...paths.filter((file, i) => paths.indexOf(file) !== i).map((file) => `${file} is in the sidebar twice`),
  ];
}

const sourcePath = /^(?:(?:apps|packages|tools|test|bench|docs)\/[\w./@-]+|[\w./@-]+\.tsx?)$/;

/**
 * Returns files and folders that documents name in code but that don't exist. `files` are those of the repository; a path that
 * starts with none of its folders may be the end of one. A line with `(new)` describes a file to create.
 */
export function missingPaths(documents: Documents, files: readonly string[]): string[] {
  const known = new Set(
    files.flatMap((file) => file.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))),
  );
  const exists = (path: string): boolean =>
    known.has(path.replace(/\/$/, '')) || files.some((file) => file.endsWith(`/${path}`));
  return [...documents].flatMap(([document, text]) =>
    text
      .replaceAll(fence, '')
      .split('\n')
      .filter((line) => !line.includes('(new)'))
      .flatMap((line) => line.match(inlineCode) ?? [])
      .map((code) => code.slice(1, -1))
      .filter((path) => sourcePath.test(path) && !path.includes('/dist') && !exists(path))
      .map((path) => `${document}: ${path} is not there`),
  );
}

/**
 * Returns labels in bold that guides name but that the application doesn't show. `shown` are its visible texts, with
 * placeholders in braces. `›` separates the labels of a menu path. Bold sentences, and bold with code, are emphasis.
 */
export function unknownLabels(documents: Documents, shown: readonly string[]): string[] {
  const plain = (text: string): string => text.toLowerCase().replace(/…$/, '');
  const texts = new Set(shown.map(plain));
  const starts = shown.flatMap((text) => {
    const [start = ''] = plain(text).split('{');
    return start.length >= 5 && start !== plain(text) && plain(text).endsWith('}') ? [start] : [];
  });
  const isShown = (label: string): boolean =>
    texts.has(plain(label)) || starts.some((start) => plain(label).startsWith(start));
  return [...documents].flatMap(([document, text]) =>
    [...text.replaceAll(fence, '').matchAll(/\*\*([^*\n]+)\*\*/g)]
      .map(([, bold = '']) => bold)
      .filter((bold) => !/[.:]$|`/.test(bold))
      .flatMap((bold) => bold.split(' › '))
      .filter((label) => !isShown(label))
      .map((label) => `${document}: “${label}” is not a label of the application`),
  );
}
