/** Who looks, as far as it changes what is shown. */
export interface Viewer {
  readonly userId: string;
  /** Sees entities that hides from others. */
  readonly shows: boolean;
  /** May edit. */
  readonly editor: boolean;
}
