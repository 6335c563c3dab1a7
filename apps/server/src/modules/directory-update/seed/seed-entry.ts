/** An entity as its authors wrote it down: every fact can be looked up at one of the links. */
export interface SeedEntry {
  /** The entity's id in the directory. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Where the facts of the entry can be read. */
  readonly source: string;
  readonly url?: string;
  readonly aliases?: readonly string[];
  /** ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
  readonly tags?: readonly string[];
  readonly parent?: string;
  readonly founded?: number;
  readonly ticker?: string;
  readonly twitter?: string;
  readonly description?: string;
  readonly legal?: string;
  readonly ceo?: string;
  readonly dead?: boolean;
  readonly noKyc?: boolean;
  readonly centralized?: boolean;
  /** On the OFAC list between these days (the second one open while it is). */
  readonly ofac?: { readonly from: string; readonly to?: string; readonly source: string };
  readonly coinbaseTags?: readonly string[];
  readonly addresses?: readonly SeedAddress[];
}

export interface SeedAddress {
  readonly address: string;
  readonly label: string;
  /** Where the owner, an authority or many say so. */
  readonly source: string;
  readonly from?: string;
  readonly to?: string;
  /** Who holds it in truth, where it is not the entity. */
  readonly custodian?: string;
}
