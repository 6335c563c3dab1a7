import chromiumBinary from '@sparticuz/chromium';

/** Unpacks the packed browser once, before several workers would do it concurrently. */
export default async function setup(): Promise<void> {
  await chromiumBinary.executablePath();
}
