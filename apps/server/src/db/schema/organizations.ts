import type { MemberRole } from '@hopscope/contract';
import type { Generated } from 'kysely';

/** Organisations, their members and invitations. */
export interface OrganizationTables {
  organization: OrganizationTable;
  organization_member: OrganizationMemberTable;
  organization_invitation: OrganizationInvitationTable;
}

export interface OrganizationTable {
  id: string;
  name: string;
  description: string;
  email: string;
  owner_id: string;
  allowed_domains: string[];
  allow_csam: boolean;
  invite_code: string;
  /** 0 to 100. */
  risk_score_threshold: number;
  /** US cents. */
  transaction_threshold: bigint;
  require_second_factor: boolean;
  /** A second person confirms approvals at or above the risk threshold. */
  approval_over_threshold: Generated<boolean>;
  /** From this risk score on a second person confirms decisions; null: from none. */
  approval_score: number | null;
  /** From this worth on, in US cents. */
  approval_cents: bigint | null;
  auto_assign: Generated<'off' | 'over_threshold' | 'all'>;
  /** Those seen earlier are not given by themselves. */
  auto_assign_since: Date | null;
  /** Start of the day in which `invitations_sent` mails went out. */
  invitations_since: Date | null;
  invitations_sent: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface OrganizationMemberTable {
  id: string;
  organization_id: string;
  user_id: string;
  role: MemberRole;
  invited_by: string | null;
  joined_at: Date;
  /** New transactions are given to them. */
  takes_new: Generated<boolean>;
  last_given_at: Date | null;
}

export interface OrganizationInvitationTable {
  id: string;
  organization_id: string;
  email: string;
  /** Lower-cased, NFKC. */
  email_key: string;
  role: MemberRole;
  status: 'pending' | 'accepted' | 'rejected';
  /** SHA-256 of the token in the mail. */
  token_hash: Uint8Array;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
  answered_at: Date | null;
}
