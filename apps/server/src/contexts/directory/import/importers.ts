import { importCcxt } from './ccxt.ts';
import { importDefillama } from './defillama.ts';
import { importEsmaCasp } from './esma-casp.ts';
import { importFollowTheMoney } from './follow-the-money.ts';
import { importGraphsense } from './graphsense.ts';
import type { Importer } from './import-item.ts';
import { importJurisdictions } from './jurisdictions.ts';
import { importMiningPools } from './mining-pools.ts';
import { importOfacAddresses } from './ofac-addresses.ts';
import { importOfacSdn } from './ofac-sdn.ts';
import { importOwnList } from './own-list.ts';
import { importRansomwhere } from './ransomwhere.ts';

/** All formats of directory sources, by their name in settings and pages. */
export const importers = {
  'ofac-sdn': importOfacSdn,
  'ofac-addresses': importOfacAddresses,
  graphsense: importGraphsense,
  'mining-pools': importMiningPools,
  'esma-casp': importEsmaCasp,
  defillama: importDefillama,
  ccxt: importCcxt,
  'follow-the-money': importFollowTheMoney,
  ransomwhere: importRansomwhere,
  jurisdictions: importJurisdictions,
  'own-list': importOwnList,
} as const satisfies Record<string, Importer>;
