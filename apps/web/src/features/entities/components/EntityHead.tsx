import { utcDay } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Merge, Pencil, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CopyButton } from '../../../ui/button/CopyButton.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { EntityLogo } from '../../../shared/entity/EntityLogo.tsx';
import { EntityTypeTag } from '../../../shared/entity/EntityTypeTag.tsx';
import { PageHeader } from '../../../ui/layout/Page.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { PopupMenu } from '../../../ui/overlay/PopupMenu.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import type { Profile } from '../api/profile.ts';
import { webLink, webText } from '../model/provenance-text.ts';
import { MergeEntity } from './editing/MergeEntity.tsx';
import { RemoveEntity } from './editing/RemoveEntity.tsx';
import { SourcesButton } from './Sourced.tsx';

/** Identity in one line: ID, website, founding year, and pending changes. */
function Identity({ profile }: { profile: Profile }) {
  const { counted } = useFormats();
  const { entity, pending } = profile;
  const website = webLink(entity.url);
  return (
    <Row wrap gap={8}>
      <Text mono tone={2} size={13}>
        {entity.entity_id}
      </Text>
      <CopyButton text={entity.entity_id} what="entity ID" />
      {website !== undefined && (
        <a href={website} target="_blank" rel="noopener noreferrer nofollow">
          {webText(website)}
        </a>
      )}
      {entity.year_founded !== null && (
        <Text tone={2} size={13}>
          founded {entity.year_founded}
        </Text>
      )}
      {pending > 0 && (
        <Link to="/home/blockham" search={{ entity: entity.entity_id, tab: 'changes' }}>
          {counted(pending, 'pending change')}
        </Link>
      )}
    </Row>
  );
}

/** What editors do with an entity as a whole. */
function MoreActions({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<'merge' | 'remove'>();
  const close = () => setOpen(undefined);
  const icon = { size: 14, strokeWidth: 1.8, 'aria-hidden': true } as const;
  return (
    <>
      <PopupMenu
        placement="bottom end"
        groups={[
          {
            title: 'Entity',
            items: [
              {
                key: 'merge',
                label: 'Merge into another entity',
                icon: <Merge {...icon} />,
                onSelect: () => setOpen('merge'),
              },
              {
                key: 'remove',
                label: 'Remove from the directory',
                icon: <Trash2 {...icon} />,
                onSelect: () => setOpen('remove'),
              },
            ],
          },
        ]}
      >
        <Button icon={<Ellipsis {...icon} />}>More</Button>
      </PopupMenu>
      {open === 'merge' && <MergeEntity profile={profile} onClose={close} />}
      {open === 'remove' && <RemoveEntity profile={profile} onClose={close} />}
    </>
  );
}

/** Title line of a profile, with its actions. */
export function EntityHead({
  profile,
  asOf,
  editing,
  onAsOf,
  onEdit,
}: {
  profile: Profile;
  asOf: string | undefined;
  editing: boolean;
  onAsOf: (day: string | undefined) => void;
  onEdit: () => void;
}) {
  const { entity, may } = profile;
  const today = utcDay(useNow() * 1000);
  return (
    <PageHeader
      title={
        <Row gap={12}>
          <EntityLogo entity={entity} size="large" />
          {entity.proper_name}
        </Row>
      }
      tags={
        <>
          <EntityTypeTag type={entity.entity_type} kind={entity.fallback_logo} />
          <SourcesButton profile={profile} field="entity_type" />
          {entity.ofac === true && <Tag tone="red">OFAC</Tag>}
          {entity.dead === true && <Tag tone="gray">Closed</Tag>}
        </>
      }
      identity={<Identity profile={profile} />}
      actions={
        !editing && (
          <>
            <DateField label="Profile as of" prefix="As of" value={asOf} max={today} onChange={onAsOf} />
            {asOf === undefined && may.edit && (
              <>
                <Button icon={<Pencil size={14} strokeWidth={1.8} aria-hidden="true" />} onClick={onEdit}>
                  Edit
                </Button>
                <MoreActions profile={profile} />
              </>
            )}
            {asOf === undefined && !may.edit && may.suggest && (
              <Button icon={<SquarePen size={14} strokeWidth={1.8} aria-hidden="true" />} onClick={onEdit}>
                Suggest a correction
              </Button>
            )}
          </>
        )
      }
    />
  );
}
