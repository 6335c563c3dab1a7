import { type ApiKey, canChangeApiKey } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Text } from '../../../ui/text/Text.tsx';

function StateTag({ state }: { state: ApiKey['state'] }) {
  if (state === 'active') return <Tag tone="green">Active</Tag>;
  return state === 'expired' ? <Tag tone="orange">Expired</Tag> : <Tag>Revoked</Tag>;
}

/** A key with its facts, and what the viewer can do with it. */
export function KeyItem({
  apiKey,
  viewerId,
  onAsk,
}: {
  apiKey: ApiKey;
  viewerId: string;
  onAsk: (what: 'edit' | 'rotate' | 'revoke') => void;
}) {
  const { dateTime } = useFormats();
  const { name, scopes, networks, secrets, expiresAt, lastUsedAt, revokedAt, createdBy, state } = apiKey;
  const own = canChangeApiKey(viewerId, { createdBy: createdBy._id });
  const facts = [
    `Scopes: ${scopes.join(', ')}`,
    networks.length > 0 ? `Networks: ${networks.join(', ')}` : '',
    `Acts as ${createdBy.name}`,
    lastUsedAt === null ? 'Never used' : `Last used ${dateTime(lastUsedAt)}`,
    expiresAt === null ? '' : `Expires ${dateTime(expiresAt)}`,
    revokedAt === null ? '' : `Revoked ${dateTime(revokedAt)}`,
  ].filter((text) => text !== '');
  return (
    <ListItem
      title={
        <>
          {name} <StateTag state={state} />{' '}
          {secrets.map(({ hint, endsAt }) => (
            <Text key={hint} mono tone={3} size={12}>
              {hint}…{endsAt === null ? '' : ` until ${dateTime(endsAt)}`}{' '}
            </Text>
          ))}
        </>
      }
      text={facts.join(' · ')}
      actions={
        state === 'revoked' ? undefined : (
          <Row gap={8} wrap>
            {own && (
              <>
                <Button size="small" label={`Edit: ${name}`} onClick={() => onAsk('edit')}>
                  Edit
                </Button>
                <Button size="small" label={`New secret: ${name}`} onClick={() => onAsk('rotate')}>
                  New secret
                </Button>
              </>
            )}
            <Button size="small" label={`Revoke: ${name}`} onClick={() => onAsk('revoke')}>
              Revoke
            </Button>
          </Row>
        )
      }
    />
  );
}
