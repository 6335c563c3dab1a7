import { readFileSync } from 'node:fs';
import type { SarForm } from '@hopscope/contract';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';

/** A schema violation with its line. */
export interface SchemaProblem {
  readonly line: number;
  readonly message: string;
}

const files: Readonly<Record<SarForm, string>> = { fincen: 'fincen-sar.xsd', goaml: 'goaml-report.xsd' };
const validators = new Map<string, XsdValidator>();

/** Created once: the library doesn't free its memory by itself. */
function validatorOf(file: URL): XsdValidator {
  const stored = validators.get(file.href);
  if (stored) return stored;
  const schema = XmlDocument.fromBuffer(readFileSync(file));
  const made = XsdValidator.fromDoc(schema);
  schema.dispose();
  validators.set(file.href, made);
  return made;
}

/** What of a document does not follow a schema; empty: it does. */
export function checkAgainst(xml: string, schema: URL): SchemaProblem[] {
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromString(xml);
    validatorOf(schema).validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) {
      return [{ line: 0, message: error instanceof Error ? error.message : 'This is not XML' }];
    }
    return error.details.map(({ line, message }) => ({ line, message: message.trim() }));
  } finally {
    document?.dispose();
  }
}

/** The same against our schema of a form. */
export function checkXml(xml: string, form: SarForm): SchemaProblem[] {
  return checkAgainst(xml, new URL(`./schemas/${files[form]}`, import.meta.url));
}
