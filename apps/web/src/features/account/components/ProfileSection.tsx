import { nameMaxLength, profileNameMinLength, texts, updateMe } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, type FormProblems } from '../../../lib/form/read-form.ts';
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

function nameProblem(text: string, required: string, tooShort: string): string | undefined {
  if (text.trim() === '') return required;
  return text.trim().length < profileNameMinLength ? tooShort : undefined;
}

/** Returns errors by field. */
function problemsOf({ name, surname }: { name: string; surname: string }): FormProblems {
  const [first, last] = [
    nameProblem(name, texts.nameRequired, texts.nameTooShort),
    nameProblem(surname, texts.surnameRequired, texts.surnameTooShort),
  ];
  return { ...(first !== undefined && { name: first }), ...(last !== undefined && { surname: last }) };
}

/** Name and picture; the email address can't be changed. */
export function ProfileSection() {
  const user = useUser();
  const toast = useToast();
  const update = useUpdateProfile();
  const form = useForm({
    start: { name: user.name, surname: user.surname },
    draft: 'profile',
    read: (values) => readForm(updateMe.body, values, problemsOf(values)),
    send: (body) => update.mutateAsync({ body }),
    sent({ data }, { reset }) {
      reset({ name: data.user.name, surname: data.user.surname });
      toast.success(texts.profileUpdated);
    },
    failure: texts.profileUpdateFailed,
  });

  return (
    <Card title="Profile Information" padded>
      <FormStack label="Profile Information" onSubmit={form.submit}>
        <Row gap={16}>
          <Avatar name={form.values.name} surname={form.values.surname} place="large" />
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
            autoComplete="given-name"
            size="middle"
            maxLength={nameMaxLength}
            {...form.field('name')}
          />
          <Field
            label="Surname"
            autoComplete="family-name"
            size="middle"
            maxLength={nameMaxLength}
            {...form.field('surname')}
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
        <FormFailure text={form.failure} />
        <Actions>
          {form.changed && <Button onClick={() => form.reset()}>Discard</Button>}
          <Button kind="primary" submit loading={form.busy} disabled={!form.changed}>
            Save
          </Button>
        </Actions>
      </FormStack>
    </Card>
  );
}
