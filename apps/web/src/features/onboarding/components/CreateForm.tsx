import { organizationEmailMaxLength, organizationEndpoints, texts } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { type FormProblems, checkForm } from '../../../lib/form-problems.ts';
import { useUser } from '../../../lib/services.ts';
import { BackLink } from '../../../ui/button/BackLink.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ScreenTitle } from '../../../ui/layout/PlainScreen.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
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
  const { form, change, reset } = useDraft('create-organization', blank);
  const [problems, setProblems] = useState<FormProblems<keyof typeof blank>>();
  const create = useCreateOrganization();

  function submit() {
    const found = schema && checkForm(schema, form);
    setProblems(found);
    if (found || create.isPending || create.isSuccess) return;
    create.mutate(
      { body: form },
      {
        onSuccess() {
          reset();
          toast.success(texts.organizationCreated);
          void navigate({ to: '/home/settings/organization/people', search: {} });
        },
      },
    );
  }

  return (
    <>
      <BackLink onClick={onBack} />
      <ScreenTitle title="Create a new organization">It starts with the free plan.</ScreenTitle>
      <FormStack label="Create organization" onSubmit={submit}>
        <Field
          label="Organization name"
          name="organization"
          autoComplete="organization"
          autoFocus
          error={problems?.name}
          value={form.name}
          onChange={(value) => change('name', value)}
        />
        <TextArea
          label="Description (optional)"
          name="description"
          optional
          maxLength={200}
          error={problems?.description}
          value={form.description}
          onChange={(value) => change('description', value)}
        />
        <Field
          label="Contact email (optional)"
          name="email"
          type="email"
          autoComplete="email"
          optional
          maxLength={organizationEmailMaxLength}
          placeholder={account.email}
          help="Defaults to your account email."
          error={problems?.email}
          value={form.email}
          onChange={(value) => change('email', value.trim())}
        />
        {create.isError && (
          <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
            {formFailure(create.error, texts.organizationCreateFailed)}
          </Notice>
        )}
        <PrimaryButton loading={create.isPending || create.isSuccess}>Create organization</PrimaryButton>
      </FormStack>
    </>
  );
}
