import type { ComplianceTransaction, Organization } from '@hopscope/contract';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useUser } from '../../../../lib/services.ts';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useReviewers } from '../../api/reviewers.ts';
import { useAssign } from '../../api/transactions.ts';
import { type ReviewerOption, reviewerOptions } from '../../model/reviewer-options.ts';
import { complianceTexts as texts } from '../../model/texts.ts';
import css from '../transaction/Panel.module.css';

/** Reviewer of a transaction; a selection is saved at once. `lit` highlights the field. */
export function AssignSelect({
  transaction,
  organization,
  lit,
}: {
  transaction: ComplianceTransaction;
  organization: Organization;
  lit: boolean;
}) {
  const toast = useToast();
  const { _id: userId } = useUser();
  const { data: members, isPending } = useReviewers(organization._id);
  const assign = useAssign(organization._id);
  const { reviewerId, reviewer, version, _id: id } = transaction;
  const found = reviewerOptions(members ?? [], { userId, role: organization.role }, [transaction]);
  const known = found.some(({ value }) => value === reviewerId);
  const options: readonly ReviewerOption[] =
    reviewerId !== null && !known
      ? [{ value: reviewerId, label: reviewer?.name ?? 'A former member', disabled: true }, ...found]
      : found;

  return (
    <div className={lit ? `${css.assign} ${css.lit}` : css.assign} data-lit={lit || undefined}>
      <SelectField
        label="Assigned to"
        searchable
        placeholder="Unassigned"
        loading={isPending || assign.isPending}
        disabled={options.every(({ disabled }) => disabled === true)}
        value={reviewerId ?? undefined}
        options={options}
        onChange={(assigneeId) =>
          assign.mutate(
            { params: { id }, body: { assigneeId, version } },
            {
              onSuccess: () => toast.success(texts.assigned),
              onError: (thrown) => toast.error(failureMessage(thrown, texts.assignFailed)),
            },
          )
        }
      />
    </div>
  );
}
