/** Permissions of the caller that affect what is shown. */
export interface Viewer {
  readonly userId: string;
  /** May see entities that hides from others. */
  readonly canSeeRestricted: boolean;
  /** May edit the directory. */
  readonly editor: boolean;
}
