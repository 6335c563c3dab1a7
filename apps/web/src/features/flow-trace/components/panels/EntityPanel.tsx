import { assetKey, type CanvasNode, hopTitle, type NodeSummary } from '@hopscope/canvas';
import { fallbackLogoOf } from '@hopscope/contract';
import { chains, flowBandOf, shortDecimal } from '@hopscope/domain';
import { Box, Gauge, NotebookPen, PanelLeftClose, PanelLeftOpen, Pencil } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { EntityLogo } from '../../../../shared/entity/EntityLogo.tsx';
import { EntityTypeTag } from '../../../../shared/entity/EntityTypeTag.tsx';
import { Decimal } from '../../../../ui/display/Figures.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { LinkButton } from '../../../../ui/button/LinkButton.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { Received } from '../../model/from-traced.ts';
import { hueOf, lettersOf, mayRename, titleOf } from '../../model/node-labels.ts';
import { flowStopText } from '@hopscope/contract';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { type NextStepActions, NextSteps } from '../canvas/NextSteps.tsx';
import { Conversions } from './Conversions.tsx';
import css from './EntityPanel.module.css';
import { PanelTransactions } from './PanelTransactions.tsx';
import type { Picked } from '../use-tracing.ts';

const icon = { size: 14, strokeWidth: 1.8, 'aria-hidden': true } as const;

/** An amount of the native coin, or "Unknown", which is never shown as zero. */
function Coins({ node, units }: { node: CanvasNode; units: string | null | undefined }) {
  if (units === null || units === undefined || node.chain === null) {
    return (
      <Text tone={3} unknown title="No data">
        Unknown
      </Text>
    );
  }
  return <CoinAmount amount={units} coin={chains[node.chain].coin} />;
}

function FromTraced({ node, received }: { node: CanvasNode; received: readonly Received[] }) {
  if (node.traced) return <Text tone={3}>Traced address</Text>;
  if (received.length === 0) {
    return (
      <Text tone={3} unknown title="No transfer on the canvas comes directly from a traced address.">
        None directly
      </Text>
    );
  }
  return received.map(({ amount, asset }) => (
    <CoinAmount key={assetKey(asset)} amount={amount} coin={asset} />
  ));
}

function Profile({
  node,
  summary,
  received,
}: {
  node: CanvasNode;
  summary: NodeSummary;
  received: readonly Received[];
}) {
  const { count } = useFormats();
  const { profile } = node;
  const band = flowBandOf(profile?.risk ?? null);
  const hue = hueOf(node);
  return (
    <>
      <div className={css.who}>
        {profile?.entityId != null && profile.logoUrl !== null ? (
          <EntityLogo
            size="large"
            entity={{
              entity_id: profile.entityId,
              fallback_logo: fallbackLogoOf(profile.entityType),
              logo: profile.logoUrl,
            }}
          />
        ) : (
          <span
            className={css.tile}
            style={{ color: hue === 'ink' ? 'var(--text-1)' : `var(--ent-${hue})` }}
            aria-hidden="true"
          >
            {lettersOf(node)}
          </span>
        )}
        <div>
          <div className={css.name}>{titleOf(node)}</div>
          {node.address !== null && <Hash value={node.address} what="address" length="medium" />}
        </div>
      </div>
      <div className={css.tags}>
        {node.type === 'custom' ? (
          <Tag dashed>Custom node</Tag>
        ) : (
          <>
            <EntityTypeTag type={profile?.entityType} kind={fallbackLogoOf(profile?.entityType ?? null)} />
            <RiskBadge
              level={band}
              score={profile?.risk ?? null}
              title="High: 70 or more. Medium: 40 to 69. Low: below 40."
            />
          </>
        )}
        {profile?.coinJoin && <Tag>CoinJoin</Tag>}
        {node.stop !== null && <Tag tone="gray">{flowStopText(node.stop)}</Tag>}
      </div>
      <dl className={css.facts}>
        {node.type === 'wallet' && (
          <>
            <dt>Balance</dt>
            <dd>
              <Coins node={node} units={profile?.balance} />
            </dd>
            {profile?.usdCents != null && (
              <>
                <dt>Value</dt>
                <dd title="Value of the balance when the node was added">
                  $<Decimal text={shortDecimal(BigInt(profile.usdCents), 2)} />
                </dd>
              </>
            )}
            <dt>Received</dt>
            <dd>
              <Coins node={node} units={profile?.received} />
            </dd>
            <dt>From traced address</dt>
            <dd>
              <FromTraced node={node} received={received} />
            </dd>
          </>
        )}
        <dt>Distance</dt>
        <dd>
          {node.traced ? 'Traced address' : summary.hop === null ? 'No direct flow' : hopTitle(summary.hop)}
        </dd>
        {node.type === 'wallet' && (
          <>
            <dt>Transactions</dt>
            <dd>
              {profile?.transactions == null ? (
                <Text tone={3} unknown title="No data">
                  Unknown
                </Text>
              ) : (
                count(profile.transactions)
              )}
            </dd>
            <dt>Custodian</dt>
            <dd>{profile?.custodian ?? <Text tone={3}>Unknown</Text>}</dd>
            <dt>Beneficial owner</dt>
            <dd>{profile?.beneficialOwner ?? <Text tone={3}>Unknown</Text>}</dd>
          </>
        )}
      </dl>
    </>
  );
}

/** Details of the selected node, at the left of the canvas. */
export function EntityPanel({
  node,
  summary,
  received,
  busy,
  folded,
  isDrawn,
  onFold,
  onRename,
  onNotes,
  nextSteps,
  onAdd,
}: {
  node: CanvasNode | undefined;
  summary: NodeSummary | null;
  /** Amounts received directly from traced addresses on the canvas. */
  received: readonly Received[];
  busy: boolean;
  folded: boolean;
  isDrawn: (transferId: string) => boolean;
  onFold: (folded: boolean) => void;
  onRename: () => void;
  onNotes: () => void;
  nextSteps: NextStepActions;
  onAdd: (picked: Picked) => void;
}) {
  if (folded) {
    return (
      <div className={css.fold}>
        <IconButton label="Show entity details" size={32} expanded={false} onClick={() => onFold(false)}>
          <PanelLeftOpen size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </div>
    );
  }
  return (
    <aside className={css.panel} aria-label="Entity details">
      <div className={css.head}>
        <h2>Entity details</h2>
        {node && mayRename(node) && (
          <IconButton label="Rename" onClick={onRename}>
            <Pencil {...icon} />
          </IconButton>
        )}
        <IconButton label="Hide entity details" expanded onClick={() => onFold(true)}>
          <PanelLeftClose {...icon} />
        </IconButton>
      </div>
      <div className={css.scroll}>
        {!node || !summary ? (
          <p className={css.none}>Select an address on the canvas to see its details.</p>
        ) : (
          <>
            <div className={css.profile}>
              <Profile node={node} summary={summary} received={received} />
              <div className={css.buttons}>
                {node.address !== null && (
                  <LinkButton to="/home/risk-dashboard" search={{ address: node.address }}>
                    <Gauge {...icon} /> Risk
                  </LinkButton>
                )}
                <Button icon={<NotebookPen {...icon} />} onClick={onNotes}>
                  {summary.notes.length > 0 ? `Notes ${summary.notes.length}` : 'Notes'}
                </Button>
                {node.address !== null && (
                  <LinkButton to="/home/block-explorer/address/$address" params={{ address: node.address }}>
                    <Box {...icon} /> Explorer
                  </LinkButton>
                )}
              </div>
              {node.type === 'wallet' && <NextSteps {...nextSteps} />}
            </div>
            <Conversions conversions={summary.conversions} />
            {node.type === 'wallet' && (
              <PanelTransactions key={node.id} node={node} isDrawn={isDrawn} busy={busy} onAdd={onAdd} />
            )}
          </>
        )}
      </div>
    </aside>
  );
}
