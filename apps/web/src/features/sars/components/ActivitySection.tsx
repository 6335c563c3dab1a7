import {
  isOtherCode,
  sarCyberKinds,
  sarLimits,
  sarOtherProducts,
  sarProducts,
  sarSubtypes,
  type SarContent,
} from '@hopscope/contract';
import { Card } from '../../../ui/layout/Card.tsx';
import { TitledGroup } from '../../../ui/layout/TitledGroup.tsx';
import { valueAt } from '../model/content-path.ts';
import { Entries } from './Entries.tsx';
import { Choice, Kind, TextLine, useSarForm } from './sar-form.tsx';
import css from './Sars.module.css';

const kinds = [...sarSubtypes].map(([code, { label }]) => ({ code, label }));
const amounts = [
  { code: 'known', label: 'Known' },
  { code: 'unknown', label: 'Unknown' },
  { code: 'none', label: 'No amount involved' },
] as const;

/** A code with a text field beside it if the code is an "other". */
function Coded({
  at,
  label,
  options,
  asks,
}: {
  at: string;
  label: string;
  options: readonly { code: string; label: string }[];
  asks: (code: string) => boolean;
}) {
  const { root } = useSarForm();
  const code = String(valueAt(root, `${at}.code`));
  return (
    <div className={css.fields}>
      <Choice path={`${at}.code`} label={label} options={options} />
      {asks(code) && <TextLine path={`${at}.other`} label="Specify" help="Up to 50 characters" max={50} />}
    </div>
  );
}

/** Activity: kind, time, and amount. */
export function ActivitySection({ content: { activity, filing } }: { content: SarContent }) {
  return (
    <Card id="activity" title="Suspicious activity">
      <div className={css.body}>
        <div className={css.fields}>
          <TextLine path="activity.from" label="First day" date />
          <TextLine path="activity.to" label="Last day" date />
          <Kind path="activity.amountIs" label="Amount" options={amounts} />
          {activity.amountIs === 'known' && (
            <TextLine
              path="activity.amount"
              label="Amount in US dollars"
              help="Whole dollars"
              max={15}
              digits
            />
          )}
          {filing.kind === 'continuing' && (
            <TextLine
              path="activity.cumulative"
              label="Cumulative amount of all reports"
              help="Whole US dollars"
              max={15}
              digits
            />
          )}
          <TextLine
            path="activity.loss"
            label="Loss to the institution"
            help="Whole US dollars"
            max={15}
            digits
          />
        </div>
        <TitledGroup title="Activity types">
          <Entries
            path="activity.kinds"
            noun="Activity type"
            most={99}
            made={() => ({ code: '', other: '' })}
          >
            {(at) => <Coded at={at} label="Activity type" options={kinds} asks={isOtherCode} />}
          </Entries>
        </TitledGroup>
        <TitledGroup title="Products and instruments">
          <Entries
            path="activity.products"
            noun="Product"
            most={sarProducts.length}
            made={() => ({ code: '', other: '' })}
          >
            {(at) => (
              <Coded
                at={at}
                label="Product or instrument"
                options={sarProducts}
                asks={(code) => sarOtherProducts.includes(code)}
              />
            )}
          </Entries>
        </TitledGroup>
        <TitledGroup title="IP addresses">
          <Entries
            path="activity.ips"
            noun="IP address"
            most={sarLimits.indicators}
            made={() => ({ ip: '', date: '' })}
          >
            {(at) => (
              <div className={css.fields}>
                <TextLine path={`${at}.ip`} label="IP address" max={39} />
                <TextLine path={`${at}.date`} label="Day" date />
              </div>
            )}
          </Entries>
        </TitledGroup>
        <TitledGroup title="Cyber event indicators">
          <Entries
            path="activity.cyber"
            noun="Indicator"
            most={sarLimits.indicators}
            made={() => ({ kind: '', other: '', value: '', date: '' })}
          >
            {(at) => (
              <div className={css.fields}>
                <Choice path={`${at}.kind`} label="Indicator type" options={sarCyberKinds} />
                <TextLine path={`${at}.other`} label="Other type" max={50} />
                <TextLine path={`${at}.value`} label="Indicator" max={4_000} />
                <TextLine path={`${at}.date`} label="Day" date />
              </div>
            )}
          </Entries>
        </TitledGroup>
      </div>
    </Card>
  );
}
