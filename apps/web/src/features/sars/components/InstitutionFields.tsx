import { sarInstitutionTypes, sarRegulators, sarTinTypes } from '@hopscope/contract';
import { AddressFields } from './AddressFields.tsx';
import { Choice, TextLine } from './sar-form.tsx';
import css from './Sars.module.css';

/** Fields of the filing institution. `at`: path prefix in the form, with a trailing dot, or empty. */
export function InstitutionFields({ at, goaml }: { at: string; goaml: boolean }) {
  return (
    <>
      <div className={css.fields}>
        <TextLine path={`${at}legalName`} label="Legal name" />
        <TextLine path={`${at}tradeName`} label="Trade name" help="If it differs" />
        <Choice path={`${at}type`} label="Type of institution" options={sarInstitutionTypes} />
        <TextLine path={`${at}otherType`} label="Other type" help="If the type is “Other”" max={50} />
        <Choice path={`${at}regulator`} label="Primary federal regulator" options={sarRegulators} />
        <Choice path={`${at}tinType`} label="Taxpayer number type" options={sarTinTypes} />
        <TextLine path={`${at}tin`} label="Taxpayer number" max={25} />
      </div>
      <AddressFields at={`${at}address.`} />
      <div className={css.fields}>
        <TextLine path={`${at}contactOffice`} label="Contact office" />
        <TextLine path={`${at}phone`} label="Phone" max={25} />
        <TextLine path={`${at}phoneExtension`} label="Extension" max={6} digits />
        <TextLine path={`${at}transmitterCode`} label="Transmitter Control Code" max={25} />
        <TextLine path={`${at}transmitterContact`} label="Contact of the transmitter" />
      </div>
      {goaml && (
        <div className={css.fields}>
          <TextLine path={`${at}goaml.rentityId`} label="goAML: reporting entity ID" max={10} digits />
          <TextLine path={`${at}goaml.branch`} label="goAML: branch" max={255} />
          <TextLine path={`${at}goaml.currency`} label="goAML: local currency" help="Such as EUR" max={3} />
          <TextLine path={`${at}goaml.reportCode`} label="goAML: report code" help="Such as STR" max={20} />
          <TextLine path={`${at}goaml.transmodeCode`} label="goAML: transaction mode code" max={20} />
          <TextLine path={`${at}goaml.transmodeComment`} label="goAML: transaction mode comment" max={255} />
          <TextLine path={`${at}goaml.fundsCode`} label="goAML: code for virtual assets" max={20} />
          <TextLine path={`${at}goaml.contactType`} label="goAML: code for business addresses" max={20} />
          <TextLine path={`${at}goaml.communicationType`} label="goAML: code for phones" max={20} />
          <TextLine path={`${at}goaml.unknownCountry`} label="goAML: code for an unknown country" max={5} />
          <TextLine
            path={`${at}goaml.reporterFirstName`}
            label="goAML: reporting person, first name"
            max={100}
          />
          <TextLine
            path={`${at}goaml.reporterLastName`}
            label="goAML: reporting person, last name"
            max={100}
          />
          <TextLine path={`${at}goaml.reporterEmail`} label="goAML: reporting person, email" max={255} />
        </div>
      )}
    </>
  );
}
