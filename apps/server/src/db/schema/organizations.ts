import type { MemberRole } from '@hopscope/contract';

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
