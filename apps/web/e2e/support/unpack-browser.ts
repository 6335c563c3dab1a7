import chromiumBinary from '@sparticuz/chromium';

/** The browser comes packed: it is unpacked once, before several workers would do it side by side. */
export default async function setup(): Promise<void> {
  await chromiumBinary.executablePath();
}
