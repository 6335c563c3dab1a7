import {
  fatfThreshold,
  ivmsVersions,
  may,
  type NewTravelInstitution,
  type Organization,
  type TravelInstitution,
  travelLimits,
  travelThresholds,
  travelRuleEndpoints,
} from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, wholeForm, type FormRead } from '../../../../lib/form/read-form.ts';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { RowTable } from '../../../../ui/display/RowTable.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useSaveTravelInstitution } from '../../api/travel-rule.ts';
import { typedOfUnits, unitsOfTyped } from '../../model/amount-field.ts';

/** Cents have two decimals. */
const decimals = 2;

type Form = ReturnType<typeof formOf>;
type Problems = Partial<Record<keyof Form, string>>;

function formOf(stored: TravelInstitution | null) {
  const own = stored?.thresholds.find(({ country }) => country === stored.country);
  const others = stored?.thresholds.filter(({ country }) => country !== stored.country) ?? [];
  return {
    name: stored?.name ?? '',
    lei: stored?.lei ?? '',
    country: stored?.country ?? '',
    streetName: stored?.address.streetName ?? '',
    buildingNumber: stored?.address.buildingNumber ?? '',
    postCode: stored?.address.postCode ?? '',
    townName: stored?.address.townName ?? '',
    threshold: own ? typedOfUnits(own.cents, decimals) : '0',
    others: others.map(({ country, cents }) => `${country} ${typedOfUnits(cents, decimals)}`).join('\n'),
    proof: stored ? typedOfUnits(stored.proofCents ?? undefined, decimals) : '1000',
    retentionDays: String(stored?.retentionDays ?? travelLimits.retention.usual),
    ivmsVersion: stored?.ivmsVersion ?? ('2023' as const),
    tokens: stored?.tokens.map(({ dti, contract }) => `${dti} ${contract}`).join('\n') ?? '',
  };
}

/** Returns the field of a path in the request body. */
function fieldOf(path: readonly PropertyKey[]): string {
  const names: Readonly<Record<string, string>> = {
    thresholds: 'others',
    proofCents: 'proof',
    tokens: 'tokens',
  };
  return names[String(path[0])] ?? String(path.at(-1));
}

const linesOf = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first !== '');

/** Reads the form; problems by field where it cannot be read. */
function readSettings(form: Form): FormRead<NewTravelInstitution> {
  const own = unitsOfTyped(form.threshold, decimals);
  const proof = unitsOfTyped(form.proof, decimals);
  const country = form.country.trim().toUpperCase();
  const others = linesOf(form.others).map(([code = '', amount = '']) => ({
    country: code.toUpperCase(),
    cents: unitsOfTyped(amount, decimals),
  }));
  const days = form.retentionDays.trim();
  const problems: Problems = {
    ...(form.name.trim() === '' && { name: 'Enter the name' }),
    ...(!/^[A-Z]{2}$/.test(country) && { country: 'Two letters, such as DE' }),
    ...(form.streetName.trim() === '' && { streetName: 'Enter the street' }),
    ...(form.buildingNumber.trim() === '' && { buildingNumber: 'Enter the number' }),
    ...(form.townName.trim() === '' && { townName: 'Enter the town' }),
    ...(!own && { threshold: 'An amount in US dollars; 0: every transfer' }),
    ...(proof === undefined && { proof: 'An amount in US dollars, or nothing' }),
    ...(others.some((one) => !/^[A-Z]{2}$/.test(one.country) || !one.cents) && {
      others: 'One country and amount per line, such as US 3000',
    }),
    ...(!/^\d{1,4}$/.test(days) && { retentionDays: 'A whole number of days' }),
  };
  return readForm(
    travelRuleEndpoints.saveTravelInstitution.body,
    {
      name: form.name,
      lei: form.lei.trim() === '' ? null : form.lei.trim(),
      country,
      address: {
        streetName: form.streetName,
        buildingNumber: form.buildingNumber,
        postCode: form.postCode.trim() === '' ? null : form.postCode,
        townName: form.townName,
      },
      thresholds: [
        { country, cents: own ?? '0' },
        ...others.map((one) => ({ country: one.country, cents: one.cents ?? '0' })),
      ],
      proofCents: proof ? proof : null,
      retentionDays: Number(days),
      ivmsVersion: form.ivmsVersion,
      tokens: linesOf(form.tokens).map(([dti = '', contract = '']) => ({ dti, contract })),
    },
    problems,
    fieldOf,
  );
}

/** Thresholds of jurisdictions, with their legal basis. */
function ThresholdsCard() {
  const { count } = useFormats();
  const rows = [...travelThresholds, { country: 'FATF', name: 'Elsewhere', ...fatfThreshold }];
  return (
    <Card title="Thresholds by jurisdiction">
      <RowTable
        label="Thresholds by jurisdiction"
        words
        columns={[
          { title: 'Jurisdiction', render: (_, { name }) => name },
          {
            title: 'From',
            align: 'right',
            render: (_, { amount, currency }) =>
              amount === 0 ? 'every transfer' : `${count(amount)} ${currency}`,
          },
          { title: 'Basis', render: (_, { basis }) => basis },
        ]}
        rows={rows}
        rowKey={({ country }) => country}
      />
    </Card>
  );
}

const versions = ivmsVersions.map((value) => ({ value, label: `IVMS 101 of ${value}` }));

/** The institution that sends and receives, and its rules. */
export function SettingsCard({
  organization,
  stored,
  onSaved,
}: {
  organization: Organization;
  stored: TravelInstitution | null;
  onSaved: () => void;
}) {
  const toast = useToast();
  const save = useSaveTravelInstitution(organization._id);
  const editable = may(organization.role, 'travel_rule.institution');

  const form = useForm({
    start: formOf(stored),
    read: readSettings,
    send: (body) => save.mutateAsync({ body }),
    sent() {
      toast.success('Settings saved');
      onSaved();
    },
    failure: 'Failed to save the settings',
    refused: (thrown) => ({
      ...Object.fromEntries(
        Object.entries(toApiError(thrown).fields).map(([name, text]) => [fieldOf(name.split('.')), text]),
      ),
      [wholeForm]: failureMessage(thrown, 'Failed to save the settings'),
    }),
  });

  const field = (name: Exclude<keyof Form, 'ivmsVersion'>, label: string, maxLength: number) => ({
    ...form.field(name),
    label,
    maxLength,
    disabled: !editable,
  });
  const line = (name: Exclude<keyof Form, 'ivmsVersion'>, label: string, maxLength: number) => ({
    ...field(name, label, maxLength),
    size: 'middle' as const,
  });
  return (
    <>
      <Card title="Institution and rules" padded>
        <FormStack label="Institution and rules" onSubmit={form.submit}>
          {!editable && <Text tone={2}>Only the owner and admins can change this.</Text>}
          <Pair>
            <Field {...line('name', 'Legal name', 100)} />
            <Field {...line('lei', 'LEI', 20)} optional />
          </Pair>
          <Pair>
            <Field {...line('streetName', 'Street', 70)} />
            <Field {...line('buildingNumber', 'Building number', 16)} />
          </Pair>
          <Pair>
            <Field {...line('postCode', 'Postal code', 16)} optional />
            <Field {...line('townName', 'Town', 35)} />
          </Pair>
          <Pair>
            <Field {...line('country', 'Country', 2)} help="Two letters, such as DE" />
            <Field
              {...line('threshold', 'Information from', 20)}
              unit="USD"
              inputMode="decimal"
              help="0: every transfer"
            />
          </Pair>
          <Pair>
            <Field
              {...line('proof', 'Proof of self-hosted wallets from', 20)}
              optional
              unit="USD"
              inputMode="decimal"
              help="Empty: never"
            />
            <Field {...line('retentionDays', 'Days that personal data is stored', 4)} inputMode="numeric" />
          </Pair>
          <SelectField
            label="Version that is sent"
            {...form.field('ivmsVersion')}
            options={versions}
            disabled={!editable}
          />
          <TextArea
            {...field('others', 'Thresholds of other countries', 3_000)}
            optional
            help="One per line: country and US dollars. They apply where they are lower than yours."
          />
          <TextArea
            {...field('tokens', 'Tokens', 12_000)}
            optional
            help="One per line: Digital Token Identifier and contract"
          />
          <FormFailure text={form.failure} />
          {editable && (
            <Actions>
              <Button submit kind="primary" loading={form.busy}>
                Save
              </Button>
            </Actions>
          )}
        </FormStack>
      </Card>
      <ThresholdsCard />
    </>
  );
}
