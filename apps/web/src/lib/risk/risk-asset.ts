import { createContext, useContext } from 'react';

/** Contract of the token that scores are asked of; undefined: the chain's own coin. */
export const RiskAssetContext = createContext<string | undefined>(undefined);

/** The field of a question about risk: nothing for the chain's own coin. */
export function useRiskAsset(): { asset?: string } {
  const asset = useContext(RiskAssetContext);
  return asset === undefined ? {} : { asset };
}
