import { createContext, useContext } from 'react';

/** Contract of the scored token; undefined: the native coin of the chain. */
export const RiskAssetContext = createContext<string | undefined>(undefined);

/** Returns the asset parameter of risk calls: empty for the native coin. */
export function useRiskAsset(): { asset?: string } {
  const asset = useContext(RiskAssetContext);
  return asset === undefined ? {} : { asset };
}
