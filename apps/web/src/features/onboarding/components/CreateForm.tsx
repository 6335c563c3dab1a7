import { organizationEmailMaxLength, organizationEndpoints, texts } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { useUser } from '../../../lib/services.ts';
import { BackLink } from '../../../ui/button/BackLink.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { ScreenTitle } from '../../../ui/layout/PlainScreen.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useCreateOrganization } from '../api/organizations.ts';

const blank = { name: '', description: '', email: '' };
const { body: schema } = organizationEndpoints.createOrganization;

/** Creates an organization; afterwards, people can be invited. */
export function CreateForm({ onBack }: { onBack: () => void }) {
  const toast = useToast();
  const navigate = useNavigate();
  const account = useUser();
  const create = useCreateOrganization();
  const form = useForm({
    start: blank,
    draft: 'create-organization',
    read: (values) => readForm(schema, { ...values, email: values.email.trim() }),
    send: (body) => create.mutateAsync({ body }),
    sent() {
      toast.success(texts.organizationCreated);
      void navigate({ to: '/home/settings/organization/people', search: {} });
    },
    failure: texts.organizationCreateFailed,
  });

  return (
    <>
      <BackLink onClick={onBack} />
      <ScreenTitle title="Create a new organization">It starts with the free plan.</ScreenTitle>
      <FormStack label="Create organization" onSubmit={form.submit}>
        <Field
          label="Organization name"
          autoComplete="organization"
          autoFocus
          {...form.field('name')}
          name="organization"
        />
        <TextArea label="Description (optional)" optional maxLength={200} {...form.field('description')} />
        <Field
          label="Contact email (optional)"
          type="email"
          autoComplete="email"
          optional
          maxLength={organizationEmailMaxLength}
          placeholder={account.email}
          help="Defaults to your account email."
          {...form.field('email')}
        />
        <FormFailure text={form.failure} />
        <PrimaryButton loading={form.busy || form.done}>Create organization</PrimaryButton>
      </FormStack>
    </>
  );
}
