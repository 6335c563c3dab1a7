/** Screens of the sample dashboard: the four tabs of the Compliance Screener, and another one for addresses. */
export const sampleTabs = ['unassigned', 'active', 'addresses', 'archived', 'address-management'] as const;
export type SampleTab = (typeof sampleTabs)[number];

export const sampleTabNames: Readonly<Record<SampleTab, string>> = {
  unassigned: 'Unassigned Transactions',
  active: 'Active Cases',
  addresses: 'Monitored Addresses',
  archived: 'Archived Cases',
  'address-management': 'Address Management',
};

/** Search parameters of the sample screens. */
export interface SamplesView {
  tab?: SampleTab | undefined;
  search?: string | undefined;
  status?: string | undefined;
  category?: string | undefined;
  blockchain?: string | undefined;
  priority?: string | undefined;
  officer?: string | undefined;
  /** ID of the open transaction, monitored address, or case. */
  transaction?: string | undefined;
  entry?: string | undefined;
  case?: string | undefined;
  /** The tab of the open dialog. */
  part?: string | undefined;
  /** The Add Address dialog is open. */
  add?: true | undefined;
}

/** Search parameters without filters. */
export const noFilters = {
  search: undefined,
  status: undefined,
  category: undefined,
  blockchain: undefined,
  priority: undefined,
  officer: undefined,
} as const satisfies SamplesView;
