import { nameMaxLength, profileNameMinLength, texts } from '@hopscope/contract';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { Avatar } from '../../../ui/text/Avatar.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import { useUpdateProfile } from '../api/profile.ts';

function checkName(text: string, required: string, tooShort: string): string | undefined {
  if (text.trim() === '') return required;
  return text.trim().length < profileNameMinLength ? tooShort : undefined;
}

/** Name and picture; the email address can't be changed. */
export function ProfileSection() {
  const user = useUser();
  const toast = useToast();
  const { form, change, reset } = useDraft('profile', { name: user.name, surname: user.surname });
  const [problems, setProblems] = useState<Partial<Record<'name' | 'surname', string | undefined>>>({});
  const update = useUpdateProfile();

  function submit() {
    const name = checkName(form.name, texts.nameRequired, texts.nameTooShort);
    const surname = checkName(form.surname, texts.surnameRequired, texts.surnameTooShort);
    setProblems({ name, surname });
    if (name ?? surname ?? update.isPending) return;
    update.mutate(
      { body: form },
      {
        onSuccess({ data }) {
          reset({ name: data.user.name, surname: data.user.surname });
          toast.success(texts.profileUpdated);
        },
      },
    );
  }

  const unchanged = form.name === user.name && form.surname === user.surname;
  return (
    <Card title="Profile Information" padded>
      <FormStack label="Profile Information" onSubmit={submit}>
        <Row gap={16}>
          <Avatar name={form.name} surname={form.surname} place="large" />
          <StackedText
            first={
              <Text size={14}>
                {user.name} {user.surname}
              </Text>
            }
            second={user.role === 'operator' ? 'Operator of this installation' : user.email}
          />
        </Row>
        <Pair>
          <Field
            label="Name"
            name="name"
            autoComplete="given-name"
            size="middle"
            maxLength={nameMaxLength}
            error={problems.name}
            value={form.name}
            onChange={(value) => change('name', value)}
          />
          <Field
            label="Surname"
            name="surname"
            autoComplete="family-name"
            size="middle"
            maxLength={nameMaxLength}
            error={problems.surname}
            value={form.surname}
            onChange={(value) => change('surname', value)}
          />
        </Pair>
        <Field
          label="Email"
          labelExtra={user.emailVerified ? <Tag tone="green">Verified</Tag> : <Tag dashed>Not verified</Tag>}
          name="email"
          type="email"
          size="middle"
          disabled
          help="The email of an account cannot be changed."
          value={user.email}
          onChange={() => {}}
        />
        <FormFailure
          text={update.isError ? formFailure(update.error, texts.profileUpdateFailed) : undefined}
        />
        <Actions>
          {!unchanged && (
            <Button onClick={() => reset({ name: user.name, surname: user.surname })}>Discard</Button>
          )}
          <Button kind="primary" submit loading={update.isPending} disabled={unchanged}>
            Save
          </Button>
        </Actions>
      </FormStack>
    </Card>
  );
}
