import { type Organization, may } from '@hopscope/contract';
import { ComplianceCard } from './ComplianceCard.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import { DangerCard } from './DangerCard.tsx';
import { DetailsCard } from './DetailsCard.tsx';
import { SecurityRuleCard } from './SecurityRuleCard.tsx';

/** Tab General of the organization's settings; read-only for people who may not edit it. */
export function GeneralSection({ organization }: { organization: Organization }) {
  const editable = may(organization.role, 'organization.update');
  return (
    <>
      <DetailsCard organization={organization} editable={editable} />
      <ComplianceCard organization={organization} editable={editable} />
      <ReviewCard organization={organization} editable={editable} />
      <SecurityRuleCard organization={organization} editable={editable} />
      <DangerCard organization={organization} />
    </>
  );
}
