import { companySizes, contactRequest, texts } from '@hopscope/contract';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { type FormProblems, checkForm } from '../../../lib/form-problems.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useContactSales } from '../api/contact-sales.ts';

/** Width of the dialog in pixels. */
const dialogWidth = 600;

interface Form extends Record<string, string> {
  email: string;
  company: string;
  companySize: string;
  message: string;
}

function ContactSales({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const user = useUser();
  const blank: Form = { email: user.email, company: '', companySize: '', message: '' };
  const { form, change, reset } = useDraft<Form>('contact-sales', blank);
  const [problems, setProblems] = useState<FormProblems<keyof Form & string>>();
  const submitRequest = useContactSales();

  function submit() {
    const checked = contactRequest.safeParse(form);
    setProblems(checkForm(contactRequest, form));
    if (!checked.success || submitRequest.isPending) return;
    submitRequest.mutate(
      { body: checked.data },
      {
        onSuccess({ message }) {
          reset();
          toast.success(message || texts.contactThanks);
          onClose();
        },
      },
    );
  }

  return (
    <FormStack label={texts.contactSales} onSubmit={submit}>
      <Pair>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          size="middle"
          maxLength={254}
          error={problems?.email}
          value={form.email}
          onChange={(value) => change('email', value)}
        />
        <Field
          label="Company"
          name="company"
          autoComplete="organization"
          size="middle"
          maxLength={200}
          error={problems?.company}
          value={form.company}
          onChange={(value) => change('company', value)}
        />
      </Pair>
      <SelectField<string>
        label="Company size"
        placeholder="Number of people"
        error={problems?.companySize}
        value={form.companySize === '' ? undefined : form.companySize}
        options={companySizes.map((value) => ({ value, label: value }))}
        onChange={(value) => change('companySize', value)}
      />
      <TextArea
        label="What do you need?"
        name="message"
        minRows={4}
        maxLength={5000}
        error={problems?.message}
        value={form.message}
        onChange={(value) => change('message', value)}
      />
      <FormFailure
        text={submitRequest.isError ? formFailure(submitRequest.error, texts.contactFailed) : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={submitRequest.isPending}>
          Send
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Requests an offer from the provider. */
export function ContactSalesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title={texts.contactSales} width={dialogWidth} open={open} onClose={onClose}>
      <ContactSales onClose={onClose} />
    </Dialog>
  );
}
