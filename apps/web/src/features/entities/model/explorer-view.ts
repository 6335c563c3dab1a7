/** What the address bar says of the entity explorer. */
export interface ExplorerView {
  /** Id of an entity, or a part of a name. */
  entity?: string | undefined;
  /** A search to run. */
  search?: string | undefined;
  /** The profile as it was at the end of this day. */
  asOf?: string | undefined;
  tab?: ProfileTab | undefined;
  /** Addresses of this kind only. */
  kind?: 'direct' | 'derived' | undefined;
  page?: number | undefined;
  edit?: true | undefined;
}

export const profileTabs = ['addresses', 'history', 'changes'] as const;
export type ProfileTab = (typeof profileTabs)[number];
