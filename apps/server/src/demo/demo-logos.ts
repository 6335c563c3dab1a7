import { readFile } from 'node:fs/promises';

const pattern = /^https:\/\/([a-z-]+)\.example\/logo\.png$/;

/** Returns the URL of the logo of a fictional company with this domain below `.example`. */
export function demoLogoUrl(site: string): string {
  return `https://${site}/logo.png`;
}

/** Returns the logo that `npm run logos:demo` drew for such a URL; undefined for others. */
export async function readDemoLogo(url: string): Promise<Buffer | undefined> {
  const [, name] = pattern.exec(url) ?? [];
  if (name === undefined) return undefined;
  return readFile(new URL(`./logos/${name}.png`, import.meta.url)).catch(() => undefined);
}
