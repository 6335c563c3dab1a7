import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { Toggle } from '../../../ui/form/Toggle.tsx';
import { addChains, categories } from '../model/addresses.ts';
import { spaced } from '../model/levels.ts';
import { IdleButtons } from './Idle.tsx';

const empty = {
  blockchain: 'Bitcoin',
  category: 'MEDIUM',
  address: '',
  label: '',
  reason: '',
  threshold: '1000',
  notes: '',
};

function Form() {
  const [form, setForm] = useState(empty);
  const [alerts, setAlerts] = useState(true);
  const bind = (name: keyof typeof empty) => ({
    name,
    value: form[name],
    optional: true,
    onChange: (value: string) => setForm({ ...form, [name]: value }),
  });
  const pick = (name: 'blockchain' | 'category') => ({
    value: form[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
  });
  return (
    <Stack>
      <Pair>
        <SelectField<string>
          label="Blockchain"
          options={addChains.map((value) => ({ value, label: value }))}
          {...pick('blockchain')}
        />
        <SelectField<string>
          label="Category"
          options={categories.map((value) => ({ value, label: spaced(value) }))}
          {...pick('category')}
        />
      </Pair>
      <Field label="Address" size="middle" mono maxLength={100} {...bind('address')} />
      <Field label="Label" size="middle" maxLength={100} {...bind('label')} />
      <Field label="Monitoring reason" size="middle" maxLength={200} {...bind('reason')} />
      <Field
        label="Alert threshold"
        size="middle"
        inputMode="numeric"
        unit="USD"
        maxLength={12}
        {...bind('threshold')}
        onChange={(text) => setForm({ ...form, threshold: text.replaceAll(/\D/g, '') })}
      />
      <TextArea label="Notes" maxLength={1000} {...bind('notes')} />
      <Toggle label="Enable alerts" checked={alerts} onChange={setAlerts} />
      <IdleButtons names={['Add Address']} />
    </Stack>
  );
}

/** The Add Address dialog of the samples: the fields of, which aren't saved. */
export function AddAddressDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="Add Address" open={open} width={640} onClose={onClose}>
      <Notice kind="part" icon={<FlaskConical size={16} strokeWidth={1.6} aria-hidden="true" />}>
        <b>Sample data.</b> Nothing that you enter here is saved or monitored.
      </Notice>
      <Form />
    </Dialog>
  );
}
