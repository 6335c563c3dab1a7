import type { DirectorySort } from './directory.ts';

/** Search parameters of the entity explorer. */
export interface ExplorerView {
  /** ID of an entity, or a part of a name. */
  entity?: string | undefined;
  /** A search to run. */
  search?: string | undefined;
  /** The profile as it was at the end of this day. */
  asOf?: string | undefined;
  tab?: ProfileTab | undefined;
  /** Only addresses of this kind. */
  kind?: 'direct' | 'derived' | undefined;
  page?: number | undefined;
  /** Facets and order of the directory. */
  type?: string | undefined;
  country?: string | undefined;
  sanctioned?: true | undefined;
  sort?: DirectorySort | undefined;
  /** Shows a map of countries, or flows between entities, above the list. */
  show?: DirectoryPicture | undefined;
  edit?: true | undefined;
}

/** Pictures of the directory. */
export const directoryPictures = ['map', 'flows'] as const;
export type DirectoryPicture = (typeof directoryPictures)[number];

export const profileTabs = ['addresses', 'history', 'changes'] as const;
export type ProfileTab = (typeof profileTabs)[number];
