import { type CaseDetails, caseEndpoints, type CaseSummary, type Organization } from '@hopscope/contract';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useUser } from '../../../../lib/services.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { type Fact, DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { currentCaseOf, useCaseCall, useKeepCase, useMembers } from '../../api/cases.ts';
import { assigneeOptions, type CaseRights, toNobody } from '../../model/case-rights.ts';
import { outcomeNames } from '../../model/case-labels.ts';
import css from '../Cases.module.css';

/** Assignee of the case; a selection is saved at once. */
function Assignee({
  found,
  organization,
  rights,
}: {
  found: CaseDetails;
  organization: Organization;
  rights: CaseRights;
}) {
  const toast = useToast();
  const { _id: me } = useUser();
  const { data: members, isPending } = useMembers(organization._id);
  const keep = useKeepCase(organization._id);
  const assign = useCaseCall(caseEndpoints.assignCase, organization._id);
  const options = assigneeOptions(members ?? [], me, found, rights);
  const value = found.assignedTo?._id ?? toNobody;
  const offered = options.some((each) => each.value === value)
    ? options
    : [...options, { value, label: found.assignedTo?.name ?? 'Unassigned' }];

  function give(to: string) {
    assign.mutate(
      {
        params: { id: found._id },
        body: { assigneeId: to === toNobody ? null : to, version: found.version },
      },
      {
        onSuccess: () => toast.success(to === toNobody ? 'Case unassigned' : 'Case assigned'),
        onError(thrown) {
          const current = currentCaseOf(thrown);
          if (current) keep(current);
          toast.error(failureMessage(thrown, 'Failed to assign the case'));
        },
      },
    );
  }

  return (
    <SelectField
      label="Assigned to"
      searchable
      loading={isPending || assign.isPending}
      disabled={!options.some((each) => each.value !== value && each.disabled !== true)}
      value={value}
      options={offered}
      onChange={(to) => to !== value && give(to)}
    />
  );
}

/** Fields of a case. */
export function CaseAbout(props: { found: CaseDetails; organization: Organization; rights: CaseRights }) {
  const { found } = props;
  const { exactTime } = useFormats();
  const now = useNow();
  const due = found.dueAt === null ? undefined : Date.parse(found.dueAt) / 1000;
  const late = due !== undefined && due < now && found.status !== 'CLOSED';
  const facts: Fact[] = [
    ['Client', found.clientId ?? <Text tone={3}>none</Text>],
    [
      'Due',
      due === undefined ? (
        <Text tone={3}>none</Text>
      ) : (
        <>
          {exactTime(due)} {late && <Tag tone="red">Overdue</Tag>}
        </>
      ),
    ],
    [
      'Tags',
      found.tags.length === 0 ? (
        <Text tone={3}>none</Text>
      ) : (
        <Row gap={4} wrap>
          {found.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </Row>
      ),
    ],
    ...(found.hold
      ? [
          [
            'Legal hold',
            `${found.hold.reason} (${found.hold.by.name}, ${exactTime(Date.parse(found.hold.at) / 1000)})`,
          ] satisfies Fact,
        ]
      : []),
    ['Opened', `${found.createdBy.name}, ${exactTime(Date.parse(found.createdAt) / 1000)}`],
    ['Changed', exactTime(Date.parse(found.updatedAt) / 1000)],
  ];
  return (
    <Card title="About">
      {found.description !== '' && <p className={`${css.part} ${css.text}`}>{found.description}</p>}
      <div className={css.part}>
        <Assignee {...props} />
      </div>
      <div className={css.part}>
        <DescriptionList facts={facts} />
      </div>
    </Card>
  );
}

/** Outcome of a closed case, and the reason. */
export function CaseDecision({ decision }: { decision: NonNullable<CaseSummary['decision']> }) {
  const { exactTime } = useFormats();
  return (
    <Card title="Decision" extra={<Tag tone="blue">{outcomeNames[decision.outcome]}</Tag>}>
      <p className={`${css.part} ${css.text}`}>{decision.reason}</p>
      <p className={css.muted}>
        {decision.by.name}, {exactTime(Date.parse(decision.at) / 1000)}
      </p>
    </Card>
  );
}
