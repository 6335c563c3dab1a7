/** Maximum number of addresses per search. */
export const maxSearchAddresses = 100;

/** Zero-width characters and direction marks from copied text. */
const invisible = /[\p{Cf}]/gu;
/** Quotation marks around copied text. */
const opening = /^["'`´‘’‚“”„«»‹›<>()[\]{}]+/;
const closing = /["'`´‘’‚“”„«»‹›<>()[\]{}.,;:!?…]+$/;

/** Path segments that other explorers use before an identifier. */
const page = /^https?:\/\/\S+?\/(?:tx|transaction|address|addr|account|token|block)s?\/([^/?#\s]+)/i;
/** BIP 21: the address up to the parameters. */
const bitcoinUri = /^bitcoin:(?:\/\/)?([^?#/]*)/i;
/** EIP-681: the target address up to the chain, the function or the parameters. */
const ethereumUri = /^ethereum:(?:\/\/)?(?:pay-)?([^@/?#]*)/i;

/**
 * What one pasted word means: quotes and closing punctuation around it fall away, of a `bitcoin:` (BIP 21) or `ethereum:`
 * (EIP-681) URI or of the address of another explorer's page its address, hash or number stays.
 */
export function unwrapSearch(text: string): string {
  const bare = text.replaceAll(invisible, '').trim().replace(opening, '').replace(closing, '').trim();
  const inside = [page, bitcoinUri, ethereumUri].flatMap((form) => form.exec(bare)?.[1] ?? []);
  return inside[0] ?? bare;
}

const longestEnsName = 255;

/** Whether a text, as it was typed, is written like a name of ENS. */
export function isEnsName(text: string): boolean {
  return text.length <= longestEnsName && /^[^\s/:@]+\.eth$/iu.test(text);
}

/** A pasted text in its words (separated by white space, commas or semicolons), each unwrapped, every one once. */
export function searchWords(text: string): string[] {
  const words = text.replaceAll(invisible, '').split(/[\s,;]+/u);
  return [...new Set(words.map(unwrapSearch).filter((word) => word !== ''))];
}

/**
 * Removes white space from an address that was split over lines or groups; undefined if commas or semicolons separate
 * several.
 */
export function searchJoined(text: string): string | undefined {
  const bare = text.replaceAll(invisible, '').trim();
  return /[,;]/.test(unwrapSearch(bare)) ? undefined : unwrapSearch(bare).replaceAll(/\s+/gu, '');
}
