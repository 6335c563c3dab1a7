import { may, texts } from '@hopscope/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiKeysSection } from '../../../features/api-keys/components/ApiKeysSection.tsx';
import { AuditSection } from '../../../features/audit/components/AuditSection.tsx';
import { ScreeningRulesSection } from '../../../features/compliance/components/rules/ScreeningRulesSection.tsx';
import { NotesSection } from '../../../features/notes/components/NotesSection.tsx';
import { GeneralSection } from '../../../features/organization/components/GeneralSection.tsx';
import { PeopleSection } from '../../../features/organization/components/PeopleSection.tsx';
import { RiskProfileSection } from '../../../features/risk-profile/components/RiskProfileSection.tsx';
import { SubscriptionSection } from '../../../features/subscription/components/SubscriptionSection.tsx';
import { useUser } from '../../../lib/services.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { OrganizationTabs } from '../../shell/OrganizationTabs.tsx';

const why = 'You need to be part of an organization to manage members and settings.';

export function GeneralRoute() {
  return (
    <>
      <OrganizationTabs />
      <InOrganization why={why}>
        {(organization) => <GeneralSection key={organization._id} organization={organization} />}
      </InOrganization>
    </>
  );
}

export function PeopleRoute() {
  const { page = 1 } = useSearch({ from: '/home/settings/organization/people' });
  return (
    <>
      <OrganizationTabs />
      <InOrganization why={why}>
        {(organization) => <PeopleSection key={organization._id} organization={organization} page={page} />}
      </InOrganization>
    </>
  );
}

export function RiskProfileRoute() {
  return (
    <>
      <OrganizationTabs />
      <InOrganization why={why}>
        {(organization) => <RiskProfileSection key={organization._id} organization={organization} />}
      </InOrganization>
    </>
  );
}

export function ScreeningRulesRoute() {
  return (
    <>
      <OrganizationTabs />
      <InOrganization why={why}>
        {(organization) => <ScreeningRulesSection key={organization._id} organization={organization} />}
      </InOrganization>
    </>
  );
}

export function NotesRoute() {
  return (
    <>
      <OrganizationTabs />
      <InOrganization why={texts.notesNeedOrganization}>
        {(organization) => <NotesSection key={organization._id} organization={organization} />}
      </InOrganization>
    </>
  );
}

export function SubscriptionRoute() {
  return (
    <InOrganization why="You need to be part of an organization to have a subscription.">
      {(organization) => <SubscriptionSection key={organization._id} organization={organization} />}
    </InOrganization>
  );
}

export function ApiKeysRoute() {
  const { _id: viewerId } = useUser();
  return (
    <InOrganization why="API keys belong to an organization.">
      {(organization) =>
        may(organization.role, 'api_keys.manage') ? (
          <ApiKeysSection key={organization._id} organizationId={organization._id} viewerId={viewerId} />
        ) : (
          <Card>
            <EmptyState path="outside" title="Owner and admins only">
              Only the owner and admins can manage the API keys of {organization.name}.
            </EmptyState>
          </Card>
        )
      }
    </InOrganization>
  );
}

export function AuditRoute() {
  const from = '/home/settings/audit-log';
  const { page = 1 } = useSearch({ from });
  const navigate = useNavigate({ from });
  return (
    <InOrganization why="Each organization has its own audit log.">
      {(organization) =>
        may(organization.role, 'audit.read') ? (
          <AuditSection
            key={organization._id}
            scope={{ organizationId: organization._id }}
            page={page}
            onFirstPage={() => void navigate({ search: {} })}
          />
        ) : (
          <Card>
            <EmptyState path="outside" title="Owner and admins only">
              Only the owner and admins can view the audit log of {organization.name}.
            </EmptyState>
          </Card>
        )
      }
    </InOrganization>
  );
}
