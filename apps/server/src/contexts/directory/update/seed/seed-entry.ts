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
  readonly ofac?: SeedSanction;
  /** What lists of countries say of a country. */
  readonly listings?: readonly SeedListing[];
  readonly coinbaseTags?: readonly string[];
  readonly addresses?: readonly SeedAddress[];
}

export interface SeedSanction {
  readonly from: string;
  readonly to?: string;
  readonly source: string;
  /** The programmes as OFAC abbreviates them. */
  readonly programs?: readonly string[];
}

export interface SeedListing {
  readonly field: 'fatf_status' | 'eu_status' | 'ofac_status';
  readonly value: string;
  readonly source: string;
  readonly from?: string;
  /** The last day on the list. */
  readonly to?: string;
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
