import {
  emptySarSubject,
  sarIdentificationTypes,
  sarLimits,
  sarRelationships,
  sarTinTypes,
  type SarContent,
} from '@hopscope/contract';
import { Card } from '../../../ui/layout/Card.tsx';
import { valueAt } from '../model/content-path.ts';
import { AddressFields } from './AddressFields.tsx';
import { Entries } from './Entries.tsx';
import { Choice, Kind, TextLine, TextLines, Tick, useSarForm } from './sar-form.tsx';
import css from './Sars.module.css';

const kinds = [
  { code: 'person', label: 'Person' },
  { code: 'entity', label: 'Entity' },
  { code: 'unknown', label: 'Unknown' },
] as const;
const genders = [
  { code: 'female', label: 'Female' },
  { code: 'male', label: 'Male' },
  { code: 'unknown', label: 'Unknown' },
] as const;
const roles = [
  { code: 'sender', label: 'Sender' },
  { code: 'receiver', label: 'Receiver' },
  { code: 'both', label: 'Both' },
] as const;

function Person({ at }: { at: string }) {
  return (
    <>
      <TextLine path={`${at}.name`} label="Last name" help="Leave empty if unknown" />
      <TextLine path={`${at}.firstName`} label="First name" help="Leave empty if unknown" max={35} />
      <TextLine path={`${at}.middleName`} label="Middle name" max={35} />
      <TextLine path={`${at}.suffix`} label="Suffix" max={35} />
      <TextLine path={`${at}.birthDate`} label="Date of birth" date />
      <Choice path={`${at}.gender`} label="Gender" options={genders} />
    </>
  );
}

function Papers({ at }: { at: string }) {
  const { root, reads } = useSarForm();
  const given = valueAt(root, `${at}.identifications`);
  if (reads && Array.isArray(given) && given.length === 0) return null;
  return (
    <Entries
      path={`${at}.identifications`}
      noun="Document"
      most={sarLimits.each}
      made={() => ({ type: '', otherType: '', number: '', country: '', state: '' })}
    >
      {(entry) => (
        <div className={css.fields}>
          <Choice path={`${entry}.type`} label="Kind" options={sarIdentificationTypes} />
          <TextLine path={`${entry}.otherType`} label="Other type" max={50} />
          <TextLine path={`${entry}.number`} label="Number" max={25} />
          <TextLine path={`${entry}.country`} label="Country" max={2} />
          <TextLine path={`${entry}.state`} label="State" max={3} />
        </div>
      )}
    </Entries>
  );
}

/** Fields that goAML requires only for clients of the institution. */
function Client({ at, isPerson }: { at: string; isPerson: boolean }) {
  const { root } = useSarForm();
  return (
    <>
      <Tick path={`${at}.told`} label="goAML: client of the institution" />
      {valueAt(root, `${at}.told`) === true && (
        <div className={css.fields}>
          {isPerson ? (
            <>
              <TextLine path={`${at}.nationality`} label="Nationality" help="The FIU’s code" max={5} />
              <TextLine path={`${at}.residence`} label="Country of residence" help="The FIU’s code" max={5} />
              <TextLine path={`${at}.sourceOfWealth`} label="Source of wealth" max={255} />
            </>
          ) : (
            <>
              <TextLine path={`${at}.legalForm`} label="Legal form" help="The FIU’s code" max={20} />
              <TextLine path={`${at}.registration`} label="Registration number" max={50} />
              <TextLine path={`${at}.registrationState`} label="State of registration" max={255} />
              <TextLine
                path={`${at}.registrationCountry`}
                label="Country of registration"
                help="The FIU’s code"
                max={5}
              />
            </>
          )}
          <TextLine path={`${at}.accountType`} label="Account type" help="The FIU’s code" max={20} />
          <TextLine path={`${at}.accountStatus`} label="Account status" help="The FIU’s code" max={20} />
          <TextLine path={`${at}.accountOpened`} label="Account opened on" date />
        </div>
      )}
    </>
  );
}

function Known({ at, isPerson }: { at: string; isPerson: boolean }) {
  const { root } = useSarForm();
  const forms = valueAt(root, 'forms');
  const goaml = Array.isArray(forms) && forms.includes('goaml');
  const isCustomer = valueAt(root, `${at}.relationship`) === 'CustomerIndicator';
  return (
    <div className={css.entries}>
      <div className={css.fields}>
        {isPerson ? <Person at={at} /> : <TextLine path={`${at}.name`} label="Legal name" />}
        <TextLine path={`${at}.occupation`} label={isPerson ? 'Occupation' : 'Business'} max={50} />
        <Choice path={`${at}.tinType`} label="Taxpayer number type" options={sarTinTypes} />
        <TextLine path={`${at}.tin`} label="Taxpayer number" help="Leave empty if unknown" max={25} />
        <Choice path={`${at}.role`} label="Role" options={roles} />
        <Choice
          path={`${at}.relationship`}
          label="Relationship to the institution"
          options={sarRelationships}
        />
      </div>
      <Tick path={`${at}.stillCustomer`} label="The relationship continues" />
      {goaml && isCustomer && <Client at={`${at}.client`} isPerson={isPerson} />}
      <AddressFields at={`${at}.address.`} />
      <Papers at={at} />
      <div className={css.fields}>
        <TextLines path={`${at}.aliases`} label="Other names" />
        <TextLines path={`${at}.phones`} label="Phones" />
        <TextLines path={`${at}.emails`} label="Email addresses" />
        <TextLines path={`${at}.websites`} label="Websites" />
        <TextLines path={`${at}.usernames`} label="User names" />
        <TextLines path={`${at}.accounts`} label="Accounts at the institution" />
        <TextLines path={`${at}.wallets`} label="Blockchain addresses" />
      </div>
    </div>
  );
}

function Subject({ at }: { at: string }) {
  const { root } = useSarForm();
  const kind = valueAt(root, `${at}.kind`);
  return (
    <div className={css.entries}>
      <div className={css.fields}>
        <Kind path={`${at}.kind`} label="Subject type" options={kinds} />
      </div>
      {kind !== 'unknown' && <Known at={at} isPerson={kind === 'person'} />}
    </div>
  );
}

/** Subjects of a report. */
export function SubjectsSection({ content }: { content: SarContent }) {
  return (
    <Card id="subjects" title="Subjects" count={content.subjects.length}>
      <div className={css.body}>
        <Entries path="subjects" noun="Subject" most={sarLimits.subjects} made={emptySarSubject}>
          {(at) => <Subject at={at} />}
        </Entries>
      </div>
    </Card>
  );
}
