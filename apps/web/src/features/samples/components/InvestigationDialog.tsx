import { samplePriorityOf } from '@hopscope/domain';
import { RiskBadge } from '../../../shared/risk/RiskBadge.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { investigationPartNames, investigationParts } from '../model/investigation.ts';
import { priorityMeanings, sampleRiskLevel } from '../model/levels.ts';
import type { SamplesView } from '../model/samples-view.ts';
import { sampleTransactions, type SampleTransaction } from '../model/transactions.ts';
import css from './InvestigationDialog.module.css';
import { Actions, Compliance, Network, Overview, RiskAnalysis } from './InvestigationParts.tsx';
import { GravityTag, SampleStatusTag } from './marks.tsx';
import { SampleDialog, useLast } from './SampleDialog.tsx';

function Head({ transaction }: { transaction: SampleTransaction }) {
  const { riskScore, status, timestamp } = transaction;
  const priority = samplePriorityOf(riskScore);
  return (
    <dl className={css.head}>
      <div>
        <dt>Risk Level</dt>
        <dd>
          <Row>
            {riskScore}/100 <RiskBadge level={sampleRiskLevel(riskScore)} plain />
          </Row>
        </dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>
          <SampleStatusTag status={status} />
        </dd>
      </div>
      <div>
        <dt>Priority</dt>
        <dd>
          <Row wrap>
            <GravityTag gravity={priority} /> {priorityMeanings[priority]}
          </Row>
        </dd>
      </div>
      <div>
        <dt>Last Updated</dt>
        <dd>
          <Time seconds={Date.parse(timestamp) / 1000} to="minute" />
        </dd>
      </div>
    </dl>
  );
}

/** Transaction Investigation. */
export function InvestigationDialog({
  view,
  onView,
}: {
  view: SamplesView;
  onView: (change: SamplesView) => void;
}) {
  const chosen = sampleTransactions.find(({ id }) => id === view.transaction);
  const transaction = useLast(chosen);
  const part = investigationParts.find((each) => each === view.part) ?? 'overview';
  return (
    <SampleDialog
      title="Transaction Investigation"
      open={chosen !== undefined}
      head={transaction && <Head transaction={transaction} />}
      parts={investigationPartNames}
      part={part}
      onClose={() => onView({ transaction: undefined, part: undefined })}
    >
      {transaction && (
        <>
          {part === 'overview' && <Overview transaction={transaction} />}
          {part === 'risk' && <RiskAnalysis transaction={transaction} />}
          {part === 'network' && <Network transaction={transaction} />}
          {part === 'compliance' && <Compliance transaction={transaction} />}
          {part === 'actions' && <Actions />}
        </>
      )}
    </SampleDialog>
  );
}
