/** Risk profiles of organisations. */
export interface RiskTables {
  risk_profile: RiskProfileTable;
}

export interface RiskProfileTable {
  organization_id: string;
  /** From 1; a draft has the number that it will be activated under. */
  number: number;
  state: 'draft' | 'active' | 'replaced';
  /** `profileVersion` of the settings. */
  version: string;
  /** JSON of the whole profile. */
  settings: string;
  reason: string;
  written_by: string;
  written_at: Date;
  activated_by: string | null;
  activated_at: Date | null;
}
