import { apiBase, type ApiKey, apiKeyLimits, canChangeApiKey } from '@hopscope/contract';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { LearnMore } from '../../../ui/button/LearnMore.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { CopyField } from '../../../ui/form/CopyField.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useApiKeys, useRevokeApiKey, useRotateApiKey } from '../api/api-keys.ts';
import { ApiUsageCard } from './ApiUsageCard.tsx';
import { KeyForm } from './KeyForm.tsx';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';

function StateTag({ state }: { state: ApiKey['state'] }) {
  if (state === 'active') return <Tag tone="green">Active</Tag>;
  return state === 'expired' ? <Tag tone="orange">Expired</Tag> : <Tag>Revoked</Tag>;
}

/** A key with its facts, and what the viewer can do with it. */
function KeyItem({
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

type Asked = { what: 'create' | 'secret' | 'none' } | { what: 'edit' | 'rotate' | 'revoke'; apiKey: ApiKey };
const overlapHours = 24;

/** API keys of an organization and their usage. */
export function ApiKeysSection({ organizationId, viewerId }: { organizationId: string; viewerId: string }) {
  const toast = useToast();
  const query = useApiKeys(organizationId);
  const rotate = useRotateApiKey();
  const revoke = useRevokeApiKey();
  const [asked, setAsked] = useState<Asked>({ what: 'none' });
  const [secret, setSecret] = useState('');
  const close = () => {
    setAsked({ what: 'none' });
    setSecret('');
    rotate.reset();
    revoke.reset();
  };
  const show = (made: string) => {
    setSecret(made);
    setAsked({ what: 'secret' });
  };
  const apiKey = 'apiKey' in asked ? asked.apiKey : undefined;
  const params = { id: organizationId, keyId: apiKey?._id ?? '' };
  const open = query.data?.filter(({ state }) => state !== 'revoked').length ?? 0;

  return (
    <>
      <LoadedCard
        title="API keys"
        query={query}
        failure="Failed to load API keys"
        extra={
          <Row gap={12}>
            <a href={`${apiBase}/docs`} target="_blank" rel="noopener">
              API reference
            </a>
            <LearnMore about="apiKeys" />
            {open < apiKeyLimits.keys && (
              <Button size="small" onClick={() => setAsked({ what: 'create' })}>
                Create API key
              </Button>
            )}
          </Row>
        }
      >
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState path="outside" title="No API keys yet">
              Programs of your organization use API keys to read, screen, and monitor.
            </EmptyState>
          ) : (
            <List label="API keys">
              {keys.map((each) => (
                <KeyItem
                  key={each._id}
                  apiKey={each}
                  viewerId={viewerId}
                  onAsk={(what) => setAsked({ what, apiKey: each })}
                />
              ))}
            </List>
          )
        }
      </LoadedCard>
      <ApiUsageCard organizationId={organizationId} />
      <Dialog
        title={asked.what === 'edit' ? 'Edit API key' : 'Create API key'}
        open={asked.what === 'create' || asked.what === 'edit'}
        onClose={close}
      >
        <KeyForm organizationId={organizationId} apiKey={apiKey} onSecret={show} onClose={close} />
      </Dialog>
      <Dialog title="Secret of the API key" open={asked.what === 'secret'} onClose={close}>
        <Text tone={2}>
          Programs send this secret in the header Authorization, after Bearer. It is displayed only once.
        </Text>
        <CopyField value={secret} what="secret" copied="Secret copied" />
        <Actions>
          <Button kind="primary" onClick={close}>
            Done
          </Button>
        </Actions>
      </Dialog>
      <ConfirmDialog
        title="Create new secret"
        open={asked.what === 'rotate'}
        confirmText="Create new secret"
        busy={rotate.isPending}
        failure={rotate.error ? toApiError(rotate.error).message : undefined}
        onClose={close}
        onConfirm={() =>
          rotate.mutate({ params, body: { overlapHours } }, { onSuccess: (answer) => show(answer.secret) })
        }
      >
        The current secret remains valid for {overlapHours} hours, so that you can update your programs
        without interruption. An older one ends immediately.
      </ConfirmDialog>
      <ConfirmDialog
        title="Revoke API key"
        open={asked.what === 'revoke'}
        confirmText="Revoke"
        danger
        busy={revoke.isPending}
        failure={revoke.error ? toApiError(revoke.error).message : undefined}
        onClose={close}
        onConfirm={() =>
          revoke.mutate(
            { params },
            {
              onSuccess() {
                close();
                toast.success('API key revoked');
              },
            },
          )
        }
      >
        Programs that use {apiKey?.name} are refused immediately. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
