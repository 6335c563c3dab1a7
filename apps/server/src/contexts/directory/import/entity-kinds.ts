/**
 * Types by the terms of lists for services and abuse (INTERPOL's taxonomy as GraphSense uses it), and the directory's own
 * types. If several terms apply, the first in this order is the type, the others are tags.
 */
const typeOfConcept = new Map<string, string>([
  ['child_sexual_abuse', 'csam'],
  ['sexual_abuse', 'csam'],
  ['sanction', 'sanctioned'],
  ['terrorism', 'terrorism'],
  ['terrorism_financing', 'terrorism'],
  ['ransomware', 'ransomware'],
  ['dark_web', 'darknet_market'],
  ['drugs', 'darknet_market'],
  ['weapons', 'darknet_market'],
  ['mixing_service', 'mixer'],
  ['mixing', 'mixer'],
  ['service_hack', 'hacker'],
  ['hacking', 'hacker'],
  ['exploit', 'hacker'],
  ['account_hack', 'hacker'],
  ['ponzi_scheme', 'investment_scam'],
  ['pyramid_scheme', 'investment_scam'],
  ['investment_fraud', 'investment_scam'],
  ['sextortion', 'extortion'],
  ['extortion', 'extortion'],
  ['phishing', 'scam'],
  ['scam', 'scam'],
  ['social_engineering', 'scam'],
  ['extremism', 'extremism'],
  ['coinjoin', 'coinjoin_coordinator'],
  ['gambling', 'gambling'],
  ['defi_bridge', 'bridge'],
  ['defi_dex', 'decentralized_exchange'],
  ['defi_dex_pair', 'decentralized_exchange'],
  ['defi_lending', 'lending'],
  ['exchange', 'exchange'],
  ['payment_processor', 'payment_processor'],
  ['atm', 'exchange'],
  ['miner', 'mining_pool'],
  ['mining_service', 'mining_pool'],
  ['wallet_service', 'wallet_service'],
  ['defi', 'defi'],
  ['defi_derivative', 'defi'],
  ['defi_derivatives', 'defi'],
  ['defi_staking', 'defi'],
  ['defi_dao', 'defi'],
  ['defi_custody', 'defi'],
  ['defi_token', 'token_issuer'],
  ['collectible', 'collection'],
  ['faucet', 'faucet'],
  // For anything: collectibles, goods; darknet markets have another term.
  ['market', 'marketplace'],
  ['shop', 'merchant'],
  ['hosting', 'merchant'],
  ['vpn', 'merchant'],
  ['donation', 'charity'],
  ['service', 'service'],
  ['organization', 'organization'],
  ['user', 'person'],
  ['victim', 'person'],
  ['perpetrator', 'person'],
]);
const order = [...new Set(typeOfConcept.values())];

/** Returns type and tags for the terms of a list; unknown terms become tags unchanged. */
export function kindOf(concepts: readonly string[]): { type: string | undefined; tags: string[] } {
  const words = concepts
    .map((concept) =>
      concept
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    )
    .filter(Boolean);
  const types = [...new Set(words.flatMap((word) => typeOfConcept.get(word) ?? []))];
  const type = types.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0];
  const tags = new Set(words.filter((word) => !typeOfConcept.has(word)));
  for (const other of types) if (other !== type) tags.add(other);
  return { type, tags: [...tags] };
}

/** Returns ISO 3166-1 alpha-2 in upper case, or undefined. Lists also use EL and UK for Greece and the United Kingdom. */
export function countryOf(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (code === 'UK') return 'GB';
  if (code === 'EL') return 'GR';
  return /^[A-Z]{2}$/.test(code) ? code : undefined;
}

/** Converts a name to part of an ID: lower-case letters, digits, and hyphens. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80);
}
