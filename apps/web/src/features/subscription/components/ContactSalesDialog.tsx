import { companySizes, contactRequest, texts } from '@hopscope/contract';
import { parseForm } from '../../../lib/form/read-form.ts';
import { useForm } from '../../../lib/form/use-form.ts';
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

function ContactSales({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const user = useUser();
  const submitRequest = useContactSales();
  const form = useForm({
    start: { email: user.email, company: '', companySize: '', message: '' },
    draft: 'contact-sales',
    read: (values) => parseForm(contactRequest, values),
    send: (body) => submitRequest.mutateAsync({ body }),
    sent({ message }) {
      toast.success(message || texts.contactThanks);
      onClose();
    },
    failure: texts.contactFailed,
  });

  return (
    <FormStack label={texts.contactSales} onSubmit={form.submit}>
      <Pair>
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          size="middle"
          maxLength={254}
          {...form.field('email')}
        />
        <Field
          label="Company"
          autoComplete="organization"
          size="middle"
          maxLength={200}
          {...form.field('company')}
        />
      </Pair>
      <SelectField<string>
        label="Company size"
        placeholder="Number of people"
        options={companySizes.map((value) => ({ value, label: value }))}
        {...form.field('companySize')}
        value={form.values.companySize === '' ? undefined : form.values.companySize}
      />
      <TextArea label="What do you need?" minRows={4} maxLength={5000} {...form.field('message')} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
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
