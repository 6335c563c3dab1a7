import {
  type AccessRule,
  type EffectiveRole,
  may,
  type Organization,
  type OrganizationMember,
  type PlanFeatures,
} from '@hopscope/contract';
import type { Person } from '../people/people.service.ts';
import { toUnits } from '../subscriptions/money.ts';
import { rulesOf } from './access-rules.ts';
import type { OrganizationRow } from './directory.store.ts';
import type { PeopleLine } from './organizations.store.ts';

/** A row of the People tab. For invited people only the email, never whether an account exists. */
export function presentMember(line: PeopleLine, people: ReadonlyMap<string, Person>): OrganizationMember {
  const person = line.user_id === null ? undefined : people.get(line.user_id);
  return {
    _id: line.id,
    userId: line.user_id,
    name: person?.name ?? '',
    surname: person?.surname ?? '',
    email: person?.email ?? line.email ?? '',
    role: line.role,
    status: line.user_id === null ? 'pending' : 'active',
    invitedBy: line.invited_by,
    joinedAt: line.user_id === null ? null : line.at.toISOString(),
  };
}

/** What an organization is shown with. */
export interface Surroundings {
  role: EffectiveRole;
  /** The access rule that the caller does not meet. */
  unmetRule: AccessRule | null;
  lines: readonly PeopleLine[];
  people: ReadonlyMap<string, Person>;
  memberCount: number;
  limits: PlanFeatures | undefined;
}

function reviewSettings(row: OrganizationRow) {
  return {
    approvalOverThreshold: row.approval_over_threshold,
    approvalRiskScore: row.approval_score,
    approvalAmount: row.approval_cents === null ? null : toUnits(row.approval_cents),
    autoAssign: row.auto_assign,
  };
}

/** An organization as the caller sees it. */
export function presentOrganization(row: OrganizationRow, around: Surroundings): Organization {
  const { unmetRule } = around;
  const shown = <T>(value: T, withheld: T): T => (unmetRule === null ? value : withheld);
  return {
    _id: row.id,
    name: row.name,
    description: shown(row.description, ''),
    email: shown(row.email, ''),
    ownerId: row.owner_id,
    role: around.role,
    members: shown(
      around.lines.map((line) => presentMember(line, around.people)),
      [],
    ),
    memberCount: around.memberCount,
    unmetRule,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    settings: {
      maxMembers: around.limits?.maxMembers ?? null,
      allowedDomains: shown(row.allowed_domains, []),
      allowCSAM: row.allow_csam,
      inviteCode: may(around.role, 'invitations.create') ? shown<string | null>(row.invite_code, null) : null,
      riskScoreThreshold: row.risk_score_threshold,
      transactionThreshold: toUnits(row.transaction_threshold),
      ...rulesOf(row),
      ...reviewSettings(row),
    },
  };
}

/** Settings of an organization for the audit log. */
export function auditView(row: OrganizationRow) {
  return {
    name: row.name,
    description: row.description,
    email: row.email,
    allowedDomains: row.allowed_domains,
    allowCSAM: row.allow_csam,
    riskScoreThreshold: row.risk_score_threshold,
    transactionThreshold: toUnits(row.transaction_threshold),
    ...rulesOf(row),
    ...reviewSettings(row),
  };
}
