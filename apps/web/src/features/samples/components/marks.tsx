import { isExceptional, shorten } from '@hopscope/domain';
import { Bell, BellOff } from 'lucide-react';
import { CopyButton } from '../../../ui/button/CopyButton.tsx';
import { RiskBadge } from '../../../shared/risk/RiskBadge.tsx';
import { ScreenReaderText } from '../../../ui/text/ScreenReaderText.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { gravityTones, sampleRiskLevel, spaced, titled } from '../model/levels.ts';
import { statusTones } from '../model/transactions.ts';
import css from './marks.module.css';

/** A score of 0 to 100 in the sample dashboard's three colors. */
export function SampleRisk({ score, plain = false }: { score: number; plain?: boolean }) {
  return <RiskBadge level={sampleRiskLevel(score)} score={score} plain={plain} />;
}

/** A severity, priority or category: `HIGH_RISK` as HIGH RISK. */
export function GravityTag({ gravity }: { gravity: string }) {
  return <Tag tone={gravityTones[gravity]}>{spaced(gravity)}</Tag>;
}

/** The status of a transaction or a case. */
export function SampleStatusTag({ status }: { status: string }) {
  return <Tag tone={statusTones[status]}>{titled(status)}</Tag>;
}

/** Status of an address; the bell shows whether alerts are on. */
export function AddressStatusTag({ status, alerts }: { status: string; alerts: boolean }) {
  const Icon = alerts ? Bell : BellOff;
  const word = alerts ? 'Alerts enabled' : 'Alerts disabled';
  return (
    <span className={css.line}>
      <Tag tone={status === 'ACTIVE' ? 'green' : 'gray'}>{titled(status)}</Tag>
      <span className={alerts ? css.bell : css.quiet} title={word}>
        <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
        <ScreenReaderText>{word}</ScreenReaderText>
      </span>
    </span>
  );
}

/** First 12 and last 8 characters; the full address is in the title, for copying and for screen readers. */
export function SampleAddressText({ address }: { address: string }) {
  return (
    <span className={css.line} title={address}>
      <span className={css.address}>
        <span aria-hidden="true">{shorten(address, 12, 8)}</span>
        <ScreenReaderText>{address}</ScreenReaderText>
      </span>
      <CopyButton text={address} what="address" />
    </span>
  );
}

/** A score as a bar; above 70 in its exception state, which its text also names. */
export function ScoreBar({ name, score, text }: { name: string; score: number; text?: string }) {
  const exception = isExceptional(score);
  return (
    <div className={css.score}>
      <div className={css.scoreHead}>
        <span>{name}</span>
        <span>
          {score}/100{exception && ', high'}
        </span>
      </div>
      <div
        className={css.track}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={score}
      >
        <div className={exception ? `${css.bar} ${css.exception}` : css.bar} style={{ width: `${score}%` }} />
      </div>
      {text !== undefined && <p className={css.text}>{text}</p>}
    </div>
  );
}
